import * as requests from '../../link/requests.js';
import { isAnswering } from './states.js';

const patience = 1500;
const longestAlone = 60000;
const mostCleared = 16;
/** How long a browser takes at most to let sound through that it does not hold back. */
const moment = 500;

/**
 * Joins the conversation, the ears and the loudspeaker; does what buttons and keys ask for.
 *
 * Event: `change` whenever something to see has changed.
 */
export class Talking extends EventTarget {
  #session;
  #socket;
  #loudspeaker;
  #awake;
  #cleared = new Set();
  #playing = null;
  #downSince = null;
  #ringCheck = 0;
  /** Whether something rings here that the browser lets nobody hear before the page is touched. */
  isRingHeldBack = false;
  /** Whether it was told to sleep, and has not been woken since. */
  isAsleep = false;

  constructor(parts) {
    super();
    const { session, socket, listening, loudspeaker, awake } = parts;
    const { conversation, problems, settings, timers } = parts;
    this.#session = session;
    this.#socket = socket;
    this.#loudspeaker = loudspeaker;
    this.#awake = awake;
    this.listening = listening;
    this.conversation = conversation;
    this.problems = problems;
    this.settings = settings;
    this.timers = timers;
    session.addEventListener('event', ({ detail }) => this.#take(detail));
    session.addEventListener('sound', ({ detail }) => this.#takeSound(detail));
    session.addEventListener('down', () => this.#down());
    listening.addEventListener('change', () => {
      if (listening.isOn) this.isAsleep = false;
      this.#changed();
    });
    listening.addEventListener('sign', ({ detail }) => this.#sign(detail));
    loudspeaker.addEventListener('played', ({ detail }) => this.#played(detail));
    loudspeaker.addEventListener('state', () => this.#soundState());
    loudspeaker.addEventListener('sample', () => this.#changed());
    addEventListener('online', () => socket.open());
    document.addEventListener('visibilitychange', () => document.hidden || socket.open());
    // The browser lets sound through again only inside a touch or key press.
    for (const gesture of ['pointerup', 'keydown']) {
      addEventListener(gesture, () => loudspeaker.isHeldBack && loudspeaker.wake(), true);
    }
  }

  /** Whether Kith has been away for longer than a moment. */
  get isAway() {
    return this.#downSince !== null && performance.now() - this.#downSince >= patience;
  }

  /** Whether a reply is waited for, being given, or still sounding. */
  get isAnswering() {
    const { state, isAwaited } = this.conversation;
    const { isUp } = this.#session;
    return isAnswering({ state, isUp, isPlaying: this.#playing !== null, isAwaited });
  }

  /** What there is to see: a state of the window, or `away`. */
  get state() {
    if (this.isAway) return 'away';
    // What Kith says has been sent; what is heard may still be on its way.
    if (this.#playing) return 'speaking';
    const { state } = this.conversation;
    return state === 'idle' && this.listening.isOn ? 'listening' : state;
  }

  /** The sample of the reply that is heard now. */
  get heardSample() {
    return this.conversation.reply ? this.#loudspeaker.heard(this.conversation.reply.response) : 0;
  }

  /** How loud a recording of the companion is just now, 0…1; null when none plays. */
  get sampleLevel() {
    return this.#loudspeaker.sampleLevel;
  }

  /** The round button, or the space bar; has to be called inside the tap. */
  press() {
    this.#loudspeaker.wake();
    // Whoever reaches for the button while something rings wants it to stop.
    if (this.timers.ringing.length > 0) this.silence();
    else if (this.state === 'elsewhere') {
      this.#session.take();
      this.listening.start();
    } else if (this.isAnswering) this.stop();
    else if (this.listening.isOn) this.listening.stop();
    else this.listening.start();
  }

  /** Stops the reply. */
  stop() {
    const response = this.#playing ?? this.conversation.reply?.response;
    if (this.#playing) this.#clear(this.#playing);
    this.#session.cancel(response);
    this.conversation.stopped();
    this.#changed();
  }

  /** Ends the ringing of timers. */
  silence() {
    this.#loudspeaker.stopFile();
    this.#session.silence();
  }

  /** Takes a timer back. */
  cancelTimer(id) {
    this.#session.cancelTimer(id);
  }

  /** Says something by typing; false when it was not taken. */
  say(text) {
    this.#loudspeaker.wake();
    if (!this.#session.say(text)) {
      this.problems.add('too_much');
      return false;
    }
    this.problems.moveOn();
    this.#sign('sent');
    this.conversation.typed(text);
    if (this.state === 'elsewhere') this.problems.add('elsewhere', 'Answered in the other window.');
    this.#changed();
    return true;
  }

  /** Does what the button of a problem promises; false for what belongs to the screens. */
  remedy({ does, code }) {
    const deeds = {
      retry: () => this.#socket.open(),
      take: () => this.#session.take(),
      wake: () => this.#loudspeaker.wake(),
      look: () => this.look(),
      dismiss: () => this.problems.clear(code),
      listen: () => {
        this.problems.clear(code);
        this.listening.start();
      },
    };
    deeds[does]?.();
    return does in deeds;
  }

  /** Asks Kith what is missing. */
  async look() {
    try {
      this.problems.replace((await requests.problems()).problems);
    } catch {
      // That Kith is away is told by the connection.
    }
  }

  #take(event) {
    this.conversation.take(event);
    switch (event.type) {
      case 'session.created':
        this.#up(event);
        break;
      case 'kith.window':
        if (this.conversation.state === 'elsewhere') this.#elsewhere();
        else this.problems.clear('elsewhere');
        // What rings may ring here from now on, or no longer.
        this.#watchRing();
        break;
      case 'response.created':
        this.problems.moveOn();
        this.#loudspeaker.stopFile();
        break;
      case 'response.output_audio.done':
      case 'response.done':
        this.#loudspeaker.end(event.response);
        break;
      case 'output_audio_buffer.cleared':
        this.#clear(event.response);
        break;
      case 'kith.command':
        this.#order(event.command);
        break;
      case 'kith.timers':
        this.timers.take(event);
        this.#watchRing();
        break;
      case 'kith.duck':
        this.#loudspeaker.duck(event.response, event.active);
        this.#session.ducked(event.response, event.active);
        break;
      case 'kith.problem':
        if (event.cleared) this.problems.clear(event.code);
        else this.problems.put(event);
        break;
    }
    this.#changed();
  }

  /** Does what was ordered by voice. */
  #order(command) {
    if (command === 'sleep') {
      this.isAsleep = true;
      this.listening.stop();
    } else if (command === 'settings') {
      this.settings.load().catch(() => {});
    } else {
      this.dispatchEvent(new CustomEvent('loudness', { detail: command }));
    }
  }

  #takeSound({ response, samples, last }) {
    if (this.#cleared.has(response)) return;
    this.#loudspeaker.push(response, samples);
    if (last) this.#loudspeaker.end(response);
    this.#soundState();
  }

  #up({ resumed }) {
    this.#downSince = null;
    this.problems.clear('kith_away');
    if (resumed) return;
    // Nothing more comes of a reply that Kith has forgotten.
    if (this.#playing) this.#loudspeaker.end(this.#playing);
    this.conversation.forgotten();
    this.look();
  }

  #down() {
    if (this.#downSince !== null) return;
    const since = performance.now();
    this.#downSince = since;
    const isStillDown = () => this.#downSince === since;
    setTimeout(() => {
      if (!isStillDown()) return;
      this.problems.add('kith_away');
      this.#changed();
    }, patience);
    // Nobody is there to listen: an open microphone would be kept for nothing.
    setTimeout(() => isStillDown() && this.listening.stop(), longestAlone);
  }

  #elsewhere() {
    // What is told of it may be newer than the first words for it.
    if (!this.problems.has('elsewhere')) this.problems.add('elsewhere');
    this.listening.stop();
  }

  #played({ name, played, isOver }) {
    const before = this.#playing;
    if (!isOver) this.#playing = name;
    else if (before === name) this.#playing = null;
    this.#session.played(name, played, isOver);
    if (this.#playing !== before) this.#changed();
  }

  #clear(response) {
    this.#cleared.add(response);
    if (this.#cleared.size > mostCleared) this.#cleared.delete(this.#cleared.values().next().value);
    this.#loudspeaker.clear(response);
  }

  /** Sees whether a ring is heard, once the browser has had its moment. */
  #watchRing() {
    clearTimeout(this.#ringCheck);
    const rings = this.timers.ringing.length > 0 && this.conversation.state !== 'elsewhere';
    if (rings) this.#loudspeaker.wake();
    const isHeld = rings && this.#loudspeaker.isHeldBack;
    if (isHeld && !this.isRingHeldBack) {
      this.#ringCheck = setTimeout(() => this.#noteRing(this.#loudspeaker.isHeldBack), moment);
    } else {
      this.#noteRing(isHeld);
    }
  }

  #noteRing(isHeldBack) {
    if (this.isRingHeldBack === isHeldBack) return;
    this.isRingHeldBack = isHeldBack;
    this.#changed();
  }

  #soundState() {
    this.#watchRing();
    if (this.#loudspeaker.isHeldBack) this.problems.add('sound_held');
    else this.problems.clear('sound_held');
  }

  #sign(name) {
    if (this.settings.values.earcons) this.#loudspeaker.sign(name);
  }

  #changed() {
    this.#awake.want(this.listening.isOn || this.#playing !== null);
    this.dispatchEvent(new Event('change'));
  }
}
