import * as requests from '../../link/requests.js';
import { icon } from '../icon/icon.js';
import { make } from '../make.js';
import { absent, told } from '../told.js';

let chooserCount = 0;

/** Who thinks: the built-in brains, servers found on this machine, or an address. */
export class BrainChooser extends HTMLElement {
  #settings;
  #change;
  #id = `brain-${(chooserCount += 1)}`;
  #own = make('div.cards');
  #found = make('div.cards', { 'aria-live': 'polite' });
  #address = make('input.field', {
    type: 'url',
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
  #verdict = make('p.verdict', { role: 'status' });
  #check = make('button.button', { type: 'submit' }, 'Check');
  #use = make('button.button.main', { type: 'button', hidden: true }, 'Think with this server');

  /** What it shows and whom it tells: `change(changes)` keeps a setting. */
  begin(settings, change) {
    this.#settings = settings;
    this.#change = change;
    this.#model.setAttribute('list', this.#models.id);
    const form = make(
      'form.address',
      {},
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
    this.#use.addEventListener('click', () => this.#choose(this.#server));
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

  get #server() {
    const model = this.#model.value.trim();
    return { kind: 'server', address: this.#address.value.trim(), ...(model && { model }) };
  }

  get #isLocked() {
    return this.#settings.lock('brain') !== undefined;
  }

  #render() {
    const { brain } = this.#settings.values;
    const cards = this.#settings.brains.map(({ size, title, installed, figures }) =>
      this.#card({
        picture: 'computer',
        title: title ?? size,
        about: installed
          ? [figures, 'Your words stay on this computer.']
          : [absent],
        isChosen: this.#isBuiltIn(brain, size),
        isPossible: installed,
        choose: { kind: 'built-in', size },
      }),
    );
    if (brain?.kind === 'server') {
      cards.push(
        this.#card({
          picture: 'network',
          title: brain.model || 'Another server',
          about: [`At ${brain.address}. Your words and the answers go there.`],
          isChosen: true,
          isPossible: true,
          choose: brain,
        }),
      );
    }
    this.#own.replaceChildren(...cards);
    this.#own.setAttribute('role', 'radiogroup');
    this.#own.setAttribute('aria-label', 'Who thinks');
    for (const control of [this.#address, this.#model, this.#check, this.#use]) {
      control.disabled = this.#isLocked;
    }
  }

  #isBuiltIn(brain, size) {
    if (brain?.kind !== 'built-in') return false;
    return (brain.size ?? this.#settings.brains.find(({ automatic }) => automatic)?.size) === size;
  }

  #card({ picture, title, about, isChosen, isPossible, choose }) {
    return make(
      'label.card',
      {},
      make('input', {
        type: 'radio',
        name: `${this.#id}-own`,
        checked: isChosen,
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
    const { address, model } = this.#server;
    if (address === '') {
      this.#showVerdict('Write the address of the server first.', false);
      this.#address.focus();
      return;
    }
    this.#check.disabled = true;
    this.#showVerdict('Asking it for a word…', false);
    this.#verdict.scrollIntoView({ block: 'nearest' });
    try {
      const result = await requests.checkServer(address, model);
      this.#offer(result.models ?? []);
      this.#showVerdict(result.verdict, result.reachable);
    } catch (error) {
      this.#showVerdict([error.message, error.action].filter(Boolean).join(' '), false);
    }
    this.#check.disabled = this.#isLocked;
  }

  #showVerdict(words, isUsable) {
    this.#verdict.textContent = words;
    this.#use.hidden = !isUsable;
  }

  async #choose(brain) {
    await this.#change({ brain });
    this.#use.hidden = true;
    this.#render();
  }
}

customElements.define('kith-brain-chooser', BrainChooser);
