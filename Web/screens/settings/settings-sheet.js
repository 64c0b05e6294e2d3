import '../../components/brain-chooser/brain-chooser.js';
import '../../components/voice-chooser/voice-chooser.js';
import { brainName, builtIn } from '../../components/brain-chooser/names.js';
import { fixed } from '../../components/fixed.js';
import { icon } from '../../components/icon/icon.js';
import { make } from '../../components/make.js';
import { Sheet } from '../../components/sheet/sheet.js';
import { told } from '../../components/told.js';
import { privacyPage } from './privacy-page.js';

const themes = { system: 'As the system', dark: 'Dark', light: 'Light', contrast: 'High contrast' };

const titles = {
  '': 'Settings',
  brain: 'Who thinks',
  voice: 'Voice',
  look: 'Look and sound',
  privacy: 'Privacy',
  about: 'About Kith',
};

/** Settings: a list, and one page for each group. */
export class SettingsSheet extends Sheet {
  #settings;
  #loudspeaker;
  #name;
  #openPage;
  #page = '';
  #isWhole = false;
  #problem = make('p.problem', { role: 'alert', hidden: true });
  #content = make('div.content');
  #brain = make('kith-brain-chooser');
  #voice = make('kith-voice-chooser');

  /** What it needs; `open(place)` goes to a place, `name()` is the companion's. */
  begin({ settings, loudspeaker, name, open }) {
    this.#settings = settings;
    this.#loudspeaker = loudspeaker;
    this.#name = name;
    this.#openPage = open;
    const change = (changes) => this.#change(changes);
    this.#brain.begin(settings, change);
    const fail = (error) => this.#fail(error);
    this.#voice.begin({ settings, loudspeaker, change, fail });
    this.body.append(this.#problem, this.#content);
    settings.addEventListener('change', () => {
      // The choosers follow by themselves, and must not lose the place of a finger on a slider.
      const isChooser = ['brain', 'voice'].includes(this.#page);
      if (this.isShown && !(isChooser && this.#isWhole)) this.#renderPage();
    });
  }

  render(page) {
    const before = this.#page;
    const isOther = page !== before;
    this.#page = page in titles ? page : '';
    this.heading.textContent = titles[this.#page];
    this.#problem.hidden = true;
    this.#renderPage();
    if (this.#page === 'brain') this.#brain.look();
    if (isOther && this.isShown) {
      this.toTop();
      // Who goes back is where they came from.
      const row = this.#page === '' && this.#content.querySelector(`[data-key="${before}"]`);
      (row || this.heading).focus();
    }
  }

  left() {
    this.#loudspeaker.stopFile();
  }

  #renderPage() {
    this.#isWhole = this.#settings.isLoaded;
    const { activeElement } = document;
    const focused = this.#content.contains(activeElement) && activeElement.dataset.key;
    this.#content.dataset.page = this.#page;
    this.#content.replaceChildren(...this.#contents());
    if (focused) this.#content.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #contents() {
    if (!this.#settings.isLoaded && this.#page !== 'privacy') {
      const words = 'Kith is not running on this computer, so there is nothing to set yet.';
      return [make('p.quiet', {}, words)];
    }
    switch (this.#page) {
      case 'brain':
        return [...this.#fixed('brain'), this.#brain, later()];
      case 'voice':
        return [
          ...this.#fixed('voice', 'speed'),
          this.#voice,
          this.#placeInRoom(),
          later(),
        ];
      case 'look':
        return this.#look();
      case 'privacy':
        return privacyPage(this.#settings.values.brain, this.#name());
      case 'about':
        return this.#about();
      default:
        return [this.#groups()];
    }
  }

  #groups() {
    const { values, voices, brains, version } = this.#settings;
    const { brain } = values;
    const own = builtIn(brain, brains);
    const ownWords = own
      ? `${brainName(own, brains)}. A small model, easily wrong about facts.`
      : 'This computer';
    const voice = voices.find(({ name }) => name === values.voice);
    const away = brain?.kind === 'server';
    return make(
      'ul.groups',
      {},
      this.#group('brain', 'thinking', away ? brain.model || brain.address : ownWords),
      this.#group('voice', 'voice', voice?.title ?? 'Chosen by the persona'),
      this.#group('look', 'look', themes[values.theme] ?? ''),
      this.#group(
        'privacy',
        'privacy',
        away ? 'Words go to your server' : 'Words stay on this computer',
      ),
      this.#group('about', 'about', version ? `Version ${version}` : ''),
    );
  }

  #group(page, picture, value) {
    return make(
      'li',
      {},
      make(
        'button.row',
        {
          type: 'button',
          data: { key: page },
          on: { click: () => this.#openPage(`settings/${page}`) },
        },
        icon(picture),
        told(titles[page], value),
        icon('forward'),
      ),
    );
  }

  #look() {
    const { values } = this.#settings;
    const theme = make(
      'fieldset.themes',
      { disabled: this.#settings.lock('theme') !== undefined },
      make('legend', {}, 'Colours'),
      ...Object.entries(themes).map(([value, title]) =>
        make(
          'label',
          {},
          make('input', {
            type: 'radio',
            name: 'theme',
            value,
            checked: values.theme === value,
            data: { key: `theme-${value}` },
            on: { change: () => this.#change({ theme: value }) },
          }),
          make('span', {}, title),
        ),
      ),
    );
    return [
      theme,
      ...this.#fixed('theme'),
      this.#switch(
        'captions',
        'Captions',
        'Both sides of the talk, as words under the face.',
        values.captions,
      ),
      ...this.#fixed('captions'),
      this.#switch(
        'earcons',
        'Soft signs',
        'A quiet sound when I start and stop listening.',
        values.earcons,
      ),
      ...this.#fixed('earcons'),
      this.#switch(
        'reduced_motion',
        'Less motion',
        'Screens fade instead of sliding. Follows the system when off.',
        values.reduced_motion === 'on',
        (isOn) => (isOn ? 'on' : 'system'),
      ),
      ...this.#fixed('reduced_motion'),
    ];
  }

  #switch(key, title, about, isOn, value = (on) => on) {
    return make(
      'label.row',
      {},
      told(title, about),
      make('input.only-heard', {
        type: 'checkbox',
        role: 'switch',
        checked: isOn,
        disabled: this.#settings.lock(key) !== undefined,
        data: { key },
        on: { change: ({ target }) => this.#change({ [key]: value(target.checked) }) },
      }),
      make('span.switch', { 'aria-hidden': 'true' }),
    );
  }

  #fixed(...keys) {
    return fixed(this.#settings, ...keys);
  }

  #placeInRoom() {
    const words = this.#loudspeaker.isPlaced
      ? 'The voice comes from half a metre ahead of you, as from somebody sitting opposite. ' +
        'Headphones show it best.'
      : 'This browser can’t place the voice in the room, so it plays in plain stereo.';
    return make('p.small.quiet', {}, words);
  }

  #about() {
    const { version } = this.#settings;
    return [
      make('p', {}, 'Kith is a companion you talk to. It lives on this computer and is yours.'),
      make('p.quiet', {}, version ? `Version ${version}` : 'Version unknown'),
      make(
        'button.button',
        { type: 'button', on: { click: () => this.#openPage('welcome') } },
        icon('wave'),
        'Introduction again',
      ),
      make('h3', {}, 'Keys'),
      make(
        'dl.keys',
        {},
        ...[
          ['Space', 'talk, stop listening, stop the answer'],
          ['/ or any letter', 'write'],
          ['Escape', 'close what is open'],
        ].flatMap(([key, meaning]) => [
          make('dt', {}, make('kbd', {}, key)),
          make('dd', {}, meaning),
        ]),
      ),
    ];
  }

  async #change(changes) {
    this.#problem.hidden = true;
    try {
      await this.#settings.change(changes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    this.#problem.textContent = [error.message, error.action].filter(Boolean).join(' ');
    this.#problem.hidden = false;
    this.#problem.scrollIntoView({ block: 'nearest' });
  }
}

function later() {
  return make('p.small.quiet', {}, 'Changes begin with the next conversation.');
}

customElements.define('kith-settings-sheet', SettingsSheet);
