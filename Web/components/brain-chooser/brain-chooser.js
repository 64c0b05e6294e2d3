import * as requests from '../../link/requests.js';
import { icon } from '../icon/icon.js';
import { make } from '../make.js';
import { absent, told } from '../told.js';
import { readAddress } from './address.js';
import { brainName, builtIn } from './names.js';

let chooserCount = 0;

/** Who thinks: the built-in brains, servers found on this machine, or an address. */
export class BrainChooser extends HTMLElement {
  #settings;
  #change;
  #id = `brain-${(chooserCount += 1)}`;
  #own = make('div.cards', { role: 'radiogroup', 'aria-label': 'Who thinks' });
  #found = make('div.cards', { 'aria-live': 'polite' });
  #address = make('input.field', {
    type: 'text',
    id: `${this.#id}-address`,
    placeholder: 'http://192.168.1.20:11434',
    autocomplete: 'off',
    spellcheck: false,
    inputMode: 'url',
  });
  #model = make('input.field', {
    type: 'text',
    id: `${this.#id}-model`,
    placeholder: 'llama3.1:8b',
    autocomplete: 'off',
    spellcheck: false,
  });
  #models = make('datalist', { id: `${this.#id}-models` });
  #verdict = make('div.verdict', { role: 'status' });
  #check = make('button.button', { type: 'submit' }, 'Check');
  #isChecking = false;
  #server = null;
  #shown = '';
  #use = make('button.button.main', { type: 'button', hidden: true }, 'Think with this server');

  /** What it shows and whom it tells: `change(changes)` keeps a setting. */
  begin(settings, change) {
    this.#settings = settings;
    this.#change = change;
    this.#model.setAttribute('list', this.#models.id);
    const form = make(
      'form.address',
      { noValidate: true },
      make('label', { for: this.#address.id }, 'Address'),
      this.#address,
      make('label', { for: this.#model.id }, 'Model (the first one, when left empty)'),
      this.#model,
      this.#models,
      this.#verdict,
      make('div.buttons', {}, this.#check, this.#use),
    );
    form.addEventListener('submit', (event) => this.#checkAddress(event));
    form.addEventListener('input', () => this.#showVerdict('', false));
    this.#use.addEventListener('click', () => this.#choose(this.#written));
    this.append(
      make('h3', {}, 'On this computer'),
      this.#own,
      make('h3', {}, 'Servers found here'),
      this.#found,
      make('h3', {}, 'Another server'),
      make(
        'p.small.quiet',
        {},
        'Ollama, LM Studio, llama.cpp and others that speak the OpenAI chat protocol. ' +
          'Your words and the answers go there, and nowhere else.',
      ),
      form,
    );
    settings.addEventListener('change', () => this.#render());
    this.#render();
  }

  /** Looks for servers on this machine. */
  async look() {
    const { brain } = this.#settings.values;
    if (brain?.kind === 'server' && this.#address.value === '') {
      this.#address.value = brain.address ?? '';
      this.#model.value = brain.model ?? '';
    }
    this.#found.replaceChildren(make('p.quiet', {}, 'Looking for servers on this computer…'));
    try {
      this.#renderFound((await requests.findServers()).servers ?? []);
    } catch (error) {
      this.#found.replaceChildren(make('p.quiet', {}, error.message));
    }
  }

  get #written() {
    const { address } = readAddress(this.#address.value);
    const model = this.#model.value.trim();
    return { kind: 'server', address, ...(model && { model }) };
  }

  get #isLocked() {
    return this.#settings.lock('brain') !== undefined;
  }

  #render() {
    const { brain } = this.#settings.values;
    const { brains } = this.#settings;
    // One that was left stays to be chosen again.
    if (brain?.kind === 'server') this.#server = brain;
    this.#renderCards(brains);
    const chosen = brain?.kind === 'server' ? 'server' : builtIn(brain, brains)?.size;
    for (const input of this.#own.querySelectorAll('input')) {
      input.checked = input.value === chosen;
    }
    for (const control of [this.#address, this.#model, this.#check, this.#use]) {
      control.disabled = this.#isLocked;
    }
  }

  /** Makes the cards anew only when they are others, so that none loses the focus. */
  #renderCards(brains) {
    const shown = JSON.stringify([brains, this.#server, this.#isLocked]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { activeElement } = document;
    const focused = this.#own.contains(activeElement) && activeElement.value;
    const cards = brains.map((one) =>
      this.#card({
        picture: 'computer',
        title: brainName(one, brains),
        about: one.installed
          ? [one.figures, 'Your words stay on this computer.', one.title]
          : [absent, one.title],
        value: one.size,
        isPossible: one.installed,
        choose: { kind: 'built-in', size: one.size },
      }),
    );
    if (this.#server) {
      cards.push(
        this.#card({
          picture: 'network',
          title: this.#server.model || 'Another server',
          about: [`At ${this.#server.address}. Your words and the answers go there.`],
          value: 'server',
          isPossible: true,
          choose: this.#server,
        }),
      );
    }
    this.#own.replaceChildren(...cards);
    if (focused) this.#own.querySelector(`[value="${CSS.escape(focused)}"]`)?.focus();
  }

  #card({ picture, title, about, value, isPossible, choose }) {
    return make(
      'label.card',
      {},
      make('input', {
        type: 'radio',
        name: `${this.#id}-own`,
        value,
        disabled: this.#isLocked || !isPossible,
        on: { change: () => this.#choose(choose) },
      }),
      icon(picture),
      told(title, ...about),
      icon('check'),
    );
  }

  #renderFound(servers) {
    const rows = servers.flatMap(({ address, kind, models }) =>
      models.length > 0
        ? models.map((model) => this.#foundRow(address, kind, model))
        : [make('p.quiet', {}, `${kind} at ${address} has no model yet.`)],
    );
    this.#offer(servers.flatMap(({ models }) => models));
    if (rows.length === 0) rows.push(make('p.quiet', {}, 'None is running on this computer.'));
    this.#found.replaceChildren(...rows);
  }

  #foundRow(address, kind, model) {
    return make(
      'div.card',
      {},
      icon('network'),
      told(model, `${kind} at ${address.replace(/^https?:\/\//, '')}`),
      make(
        'button.button',
        {
          type: 'button',
          disabled: this.#isLocked,
          'aria-label': `Check ${model}`,
          on: {
            click: (event) => {
              this.#address.value = address;
              this.#model.value = model;
              this.#checkAddress(event);
            },
          },
        },
        'Check',
      ),
    );
  }

  /** Names that the field for the model proposes. */
  #offer(models) {
    this.#models.replaceChildren(...models.map((value) => make('option', { value })));
  }

  async #checkAddress(event) {
    event.preventDefault();
    if (this.#isChecking) return;
    const { address, problem } = readAddress(this.#address.value);
    if (problem) {
      this.#showVerdict(problem, false);
      this.#address.focus();
      return;
    }
    this.#address.value = address;
    this.#isChecking = true;
    this.#showVerdict('Asking it for a word…', false);
    this.#verdict.scrollIntoView({ block: 'nearest' });
    try {
      const result = await requests.checkServer(address, this.#written.model);
      this.#offer(result.models ?? []);
      this.#showVerdict(result.verdict, result.reachable, result.details);
    } catch (error) {
      this.#showVerdict([error.message, error.action].filter(Boolean).join(' '), false);
    }
    this.#isChecking = false;
  }

  #showVerdict(words, isUsable, details) {
    this.#verdict.replaceChildren(words);
    if (details) {
      const more = make('details', {}, make('summary', {}, 'Details'), make('p.small', {}, details));
      this.#verdict.append(more);
    }
    this.#use.hidden = !isUsable;
  }

  async #choose(brain) {
    await this.#change({ brain });
    this.#use.hidden = true;
    this.#render();
  }
}

customElements.define('kith-brain-chooser', BrainChooser);
