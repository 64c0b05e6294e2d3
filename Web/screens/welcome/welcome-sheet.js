import { Microphone } from '../../audio/microphone.js';
import '../../components/brain-chooser/brain-chooser.js';
import '../../components/voice-chooser/voice-chooser.js';
import { fixed } from '../../components/fixed.js';
import { icon } from '../../components/icon/icon.js';
import { make } from '../../components/make.js';
import { Sheet } from '../../components/sheet/sheet.js';

/** What is said before the browser asks. */
const asking = [
  ['p.lead', 'Your browser will ask whether this page may use the microphone.'],
  ['p', 'I listen only while the round button shows it. When you hide this page, I stop.'],
  ['p.quiet', 'If you’d rather not, we write.'],
];

/** What is said where the browser would not even ask. */
const withoutMicrophone = [
  ['p.lead', 'This page came without https, and browsers give such pages no microphone.'],
  ['p', 'Open Kith on the computer it runs on, at http://localhost, or over https.'],
  ['p.quiet', 'Until then, we write.'],
];

/** The first meeting: five cards, each of which can be skipped. */
export class WelcomeSheet extends Sheet {
  #settings;
  #talking;
  #name;
  #done;
  #brain = make('kith-brain-chooser');
  #voice = make('kith-voice-chooser');
  #content = make('div.content');
  #problem = make('p.problem', { role: 'alert', hidden: true });
  #dots = make('p.dots');
  // Of the dialog, not of the page.
  #foot = make('footer', { role: 'none' });

  /** What it needs; `done()` is called when the introduction is over. */
  begin({ settings, talking, loudspeaker, name, done }) {
    this.#settings = settings;
    this.#talking = talking;
    this.#name = name;
    this.#done = done;
    const change = (changes) => this.#change(changes);
    this.#brain.begin(settings, change);
    const fail = (error) => this.#fail(error);
    this.#voice.begin({ settings, loudspeaker, change, fail });
    this.body.append(this.#content, this.#problem);
    this.body.after(this.#foot);
  }

  render() {
    if (!this.isShown) this.#go(0);
  }

  /** Whoever closed it, however, has seen it; what to do next is at hand. */
  left() {
    if (!this.#settings.values.welcomed) this.#change({ welcomed: true });
    if (document.querySelector('dialog:modal')) return;
    document.querySelector('kith-talk-button button')?.focus();
  }

  #go(index) {
    const cards = [this.#meet, this.#talk, this.#hear, this.#think, this.#listen];
    this.#problem.hidden = true;
    const { title, content, main } = cards[index].call(this);
    this.heading.textContent = title;
    this.#content.replaceChildren(...content);
    this.#dots.replaceChildren(
      make('span.only-heard', {}, `Card ${index + 1} of ${cards.length}`),
      ...cards.map((_, at) => make('span', { className: at === index ? 'dot here' : 'dot' })),
    );
    const isLast = index === cards.length - 1;
    this.#foot.replaceChildren(this.#dots, ...this.#buttons(index, isLast, main));
    this.toTop();
    if (this.isShown) this.heading.focus();
  }

  #buttons(index, isLast, main) {
    const next = () => (isLast ? this.#finish() : this.#go(index + 1));
    const go = button('button.button.main', isLast ? 'Let’s talk' : 'Next', main ?? next);
    if (index === 0) return [button('button.button.plain', 'Skip all', () => this.#finish()), go];
    return [
      button('button.button.plain', 'Back', () => this.#go(index - 1)),
      button('button.button.plain', isLast ? 'Not now' : 'Skip', next),
      go,
    ];
  }

  #meet() {
    return {
      title: `Hello, I’m ${this.#name()}`,
      content: [
        make(
          'p.lead',
          {},
          'I’m here to talk with. You speak, I listen, I answer aloud. ' +
            'Tomorrow I still know what you said.',
        ),
        make('p.quiet', {}, 'I am a program on your computer, not a person. I will always say so.'),
      ],
    };
  }

  #talk() {
    return {
      title: 'How we talk',
      content: [
        make(
          'ul.points',
          {},
          point(
            'microphone',
            'Press the round button once and simply speak. When you pause, I answer. ' +
              'Press again when you want me to stop listening.',
          ),
          point('stop', 'You may talk over me. I stop.'),
          point('keyboard', 'You can also write. Just start typing.'),
          point(
            'privacy',
            'Your voice is turned into words here and then forgotten. ' +
              'The words stay on this computer, unless you choose a server to think with.',
          ),
        ),
      ],
    };
  }

  #hear() {
    return {
      title: 'How do I sound?',
      content: [
        make('p', {}, 'Press play, and keep the voice you like.'),
        ...fixed(this.#settings, 'voice', 'speed'),
        this.#voice,
      ],
    };
  }

  #think() {
    queueMicrotask(() => this.#brain.look());
    const isReady = this.#settings.brains.some(({ installed }) => installed);
    const ready = 'The model on this computer is ready.';
    const absent = 'There is no model on this computer yet; scripts/setup fetches one.';
    return {
      title: 'Who thinks for me?',
      content: [
        make('p', {}, isReady ? ready : absent),
        make('p', {}, 'If you run a model server, I can think with that one instead.'),
        ...fixed(this.#settings, 'brain'),
        this.#brain,
      ],
    };
  }

  #listen() {
    const { isPossible } = Microphone;
    const lines = isPossible ? asking : withoutMicrophone;
    return {
      title: 'May I hear you?',
      content: lines.map(([tag, words]) => make(tag, {}, words)),
      main: () => {
        if (isPossible) this.#talking.listening.start();
        this.#finish();
      },
    };
  }

  #finish() {
    this.#change({ welcomed: true });
    this.#done();
  }

  async #change(changes) {
    try {
      await this.#settings.change(changes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    this.#problem.textContent = [error.message, error.action].filter(Boolean).join(' ');
    this.#problem.hidden = false;
  }
}

function button(tag, name, click) {
  return make(tag, { type: 'button', on: { click } }, name);
}

function point(picture, words) {
  return make('li', {}, icon(picture), make('span', {}, words));
}

customElements.define('kith-welcome-sheet', WelcomeSheet);
