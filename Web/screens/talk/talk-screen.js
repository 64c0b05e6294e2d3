import { iconButton } from '../../components/icon/icon.js';
import { make } from '../../components/make.js';
import { begun, mouthAt, sentenceAt } from './moment.js';
import { faceIn, hint, looksIn, stateWords, whyWaking } from './states.js';

const pointing = matchMedia('(hover: hover) and (pointer: fine)');
const longWaking = 3000;

/** Home: the visor, the last exchange, one round button. */
export class TalkScreen extends HTMLElement {
  #talking;
  #face = make('kith-face');
  #name = make('p.name');
  #chip = make('kith-problem-chip');
  #state = make('p.state', { role: 'status' });
  #why = make('p.only-heard', { role: 'status' });
  #waking = 0;
  #isLongWaking = false;
  #captions = make('kith-captions');
  #composer = make('kith-composer');
  #button = make('kith-talk-button');
  #sound = make('kith-sound-panel');
  #timers = make('kith-timers');
  #keyboard;
  #isPainting = false;
  #feeling = '';
  #faceState = '';
  #looks;
  #isQuiet = false;

  /** Where everything is put; `talking` does the work. */
  begin(talking) {
    this.#talking = talking;
    this.#keyboard = iconButton('keyboard', 'Write', () => this.write());
    this.append(
      make(
        'section.visor.on-glass',
        { 'aria-label': 'Face' },
        make('div.glass', {}, this.#face),
        make(
          'header',
          {},
          iconButton('words', 'Words', () => this.#open('words')),
          this.#name,
          iconButton('settings', 'Settings', () => this.#open('settings')),
        ),
        this.#chip,
      ),
      make(
        'section.below',
        { 'aria-label': 'Conversation' },
        this.#state,
        this.#why,
        this.#timers,
        this.#captions,
        this.#composer,
        make('div.dock', {}, this.#keyboard, this.#button, this.#sound),
      ),
    );
    this.#listen();
    this.#render();
  }

  /** Opens the line to type in. */
  write(text = '') {
    this.#composer.open(text);
    this.classList.add('writing');
    this.#face.lookAt?.(0, 0.8);
  }

  #listen() {
    const talking = this.#talking;
    talking.addEventListener('change', () => this.#render());
    talking.listening.addEventListener('level', ({ detail }) => {
      this.#button.level = detail;
      if (this.#faceState === 'listening') this.#face.level?.(detail);
    });
    this.#button.addEventListener('click', ({ target }) => {
      if (target.closest('button')) talking.press();
    });
    this.#composer.addEventListener('say', (event) => {
      if (!talking.say(event.detail)) event.preventDefault();
    });
    this.#composer.addEventListener('leave', () => {
      this.classList.remove('writing');
      this.#face.lookAt?.(null);
      this.#keyboard.focus();
    });
    this.#sound.addEventListener('mute', ({ detail }) => talking.listening.mute(detail));
    this.#sound.addEventListener('volume', ({ detail }) => {
      this.#isQuiet = detail.isMuted || detail.volume === 0;
      this.#announceWords();
    });
    talking.addEventListener('loudness', ({ detail }) => this.#sound.order(detail));
    this.#timers.addEventListener('silence', () => talking.silence());
    this.#timers.addEventListener('cancel-timer', ({ detail }) => talking.cancelTimer(detail));
    this.#timers.watch(talking.timers);
    pointing.addEventListener('change', () => this.#render());
    this.#chip.watch(talking.problems);
    this.#face.addEventListener('kith-touch', ({ detail }) => this.#touched(detail?.kind));
  }

  #touched(kind) {
    const talking = this.#talking;
    if (kind === 'two-finger-hold') this.#open('settings');
    // A tap beside the eyes wakes; it never stops anything.
    const isBusy = talking.isAnswering || talking.timers.ringing.length > 0;
    if (kind === 'tap' && !talking.listening.isOn && !isBusy) talking.press();
  }

  #open(screen) {
    this.dispatchEvent(new CustomEvent('open-sheet', { bubbles: true, detail: screen }));
  }

  /** Without sound, what is said has to be read: then screen readers read it too. */
  #announceWords() {
    this.#captions.setAttribute('aria-live', this.#isQuiet ? 'polite' : 'off');
  }

  #render() {
    const talking = this.#talking;
    const { companion } = talking.conversation;
    const isSampling = talking.sampleLevel !== null;
    const shown = isSampling ? 'speaking' : talking.state;
    const [face, looks] = [faceIn(shown), looksIn(shown)];
    this.#name.textContent = companion.name;
    this.#face.setAttribute('name', companion.name);
    if (companion.accent) this.#face.setAttribute('accent', companion.accent);
    const isStrong = document.documentElement.dataset.theme === 'contrast';
    this.#face.setAttribute('contrast', isStrong ? 'high' : 'normal');
    this.#face.setAttribute('motion', document.documentElement.dataset.motion ?? 'full');
    this.#watchWaking();
    this.#say(stateWords(this.#moment));
    this.dataset.state = talking.state;
    if (talking.isAnswering || talking.timers.ringing.length > 0) this.#button.mode = 'stop';
    else if (!talking.listening.isOn) this.#button.mode = 'talk';
    else this.#button.mode = talking.listening.isMuted ? 'muted' : 'listening';
    if (face !== this.#faceState || looks !== this.#looks) {
      this.#faceState = face;
      this.#looks = looks;
      this.#face.setState?.(face, looks);
    }
    this.#timers.isHeldBack = talking.isRingHeldBack;
    this.classList.toggle('without-captions', !talking.settings.values.captions);
    this.#renderCaptions();
    if ((talking.state === 'speaking' || isSampling) && !this.#isPainting) this.#paint();
  }

  get #moment() {
    const { state, listening, isAnswering, conversation } = this.#talking;
    return {
      state,
      name: conversation.companion.name,
      isListening: listening.isOn,
      isMuted: listening.isMuted,
      isAnswering,
      isUnread: conversation.isUnread,
      isAsleep: this.#talking.isAsleep,
      isTouched: !pointing.matches,
    };
  }

  /** Says why when waking takes longer than a moment. */
  #watchWaking() {
    const isWaking = this.#talking.state === 'waking';
    if (isWaking && this.#waking === 0) {
      this.#waking = setTimeout(() => {
        this.#isLongWaking = true;
        this.#why.textContent = whyWaking;
        this.#renderCaptions();
      }, longWaking);
    } else if (!isWaking && this.#waking !== 0) {
      clearTimeout(this.#waking);
      this.#waking = 0;
      this.#isLongWaking = false;
      this.#why.textContent = '';
    }
  }

  #say(words) {
    if (this.#state.textContent !== words) this.#state.textContent = words;
  }

  #renderCaptions() {
    const { person, reply } = this.#talking.conversation;
    this.#captions.person(person.text, person.isKept);
    const isEmpty = !reply || (reply.text === '' && reply.captions.length === 0);
    if (this.#isLongWaking && isEmpty) {
      this.#captions.companion(whyWaking, true);
      return;
    }
    if (!reply) {
      const isFirst = person.text === '';
      this.#captions.companion(isFirst ? hint(this.#moment) : '', isFirst);
      return;
    }
    if (reply.heard !== null) {
      // It ended before its end: what was heard of it is what is kept, and nothing else was said.
      this.#captions.companion(reply.heard, false, true);
      return;
    }
    const sample = this.#talking.heardSample;
    const sentence = sample > 0 ? sentenceAt(reply.captions, sample) : null;
    if (sentence) {
      this.#captions.sentence(`${reply.response} ${sentence.key}`, sentence.pieces);
      this.#captions.word(this.#talking.state === 'speaking' ? sentence.word : -1);
    } else {
      // A reply without sound, or whose sound is played in another window, is shown as it was written.
      const isElsewhere = this.#talking.state === 'elsewhere';
      const isSilent = reply.isOver && reply.captions.length === 0;
      this.#captions.companion(isElsewhere || isSilent ? reply.text : '');
    }
  }

  /** While it speaks: words and mouth follow the sound, frame by frame. */
  #paint() {
    this.#isPainting = true;
    const { sampleLevel } = this.#talking;
    const { reply } = this.#talking.conversation;
    if (sampleLevel !== null) {
      // Of a recording nobody knows the words; its loudness moves the mouth.
      this.#face.viseme?.(sampleLevel, 0.3);
      requestAnimationFrame(() => this.#paint());
      return;
    }
    if (this.#talking.state !== 'speaking' || !reply) {
      this.#isPainting = false;
      this.#face.viseme?.(0, 0);
      this.#feel('');
      this.#renderCaptions();
      return;
    }
    const face = begun(reply.faces, this.#talking.heardSample);
    if (face) {
      const { open, round } = mouthAt(face, this.#talking.heardSample);
      this.#face.viseme?.(open, round);
      this.#feel(face.expression ?? '');
    }
    this.#renderCaptions();
    // A hidden page gets no frames; the words wait there for its return.
    requestAnimationFrame(() => this.#paint());
  }

  #feel(feeling) {
    if (feeling === this.#feeling) return;
    if (this.#feeling) this.#face.express?.(this.#feeling, 0);
    if (feeling) this.#face.express?.(feeling, 1);
    this.#feeling = feeling;
  }
}

customElements.define('kith-talk-screen', TalkScreen);
