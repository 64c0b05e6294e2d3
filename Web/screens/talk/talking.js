import { Microphone } from '../../audio/microphone.js';
import { loudness } from '../../audio/level.js';
import * as requests from '../../link/requests.js';

const patience = 1500;
const longestAlone = 60000;
const mostCleared = 16;

/**
 * Joins the conversation, the microphone and the loudspeaker; does what buttons and keys ask for.
 *
 * Events: `change` whenever something to see has changed, `level` (detail: 0…1).
 */
export class Talking extends EventTarget {
  #session;
  #socket;
  #microphone;
  #loudspeaker;
  #awake;
  #uplink = null;
  #isOpening = false;
  #isClosing = false;
  #cleared = new Set();
  #playing = null;
  #downSince = null;
  #lastMicrophone = '';

  /** Whether the microphone is open but hears nothing on purpose. */
  isMuted = false;

  constructor({ session, socket, microphone, loudspeaker, conversation, problems, settings, awake }) {
    super();
    this.#session = session;
    this.#socket = socket;
    this.#microphone = microphone;
    this.#loudspeaker = loudspeaker;
    this.#awake = awake;
    this.conversation = conversation;
    this.problems = problems;
    this.settings = settings;
    session.addEventListener('event', ({ detail }) => this.#take(detail));
    session.addEventListener('sound', ({ detail }) => this.#takeSound(detail));
    session.addEventListener('down', () => this.#down());
    microphone.addEventListener('frame', ({ detail }) => this.#heard(detail));
    microphone.addEventListener('lost', () => this.#lost());
    loudspeaker.addEventListener('played', ({ detail }) => this.#played(detail));
    loudspeaker.addEventListener('state', () => this.#soundState());
    navigator.mediaDevices?.addEventListener('devicechange', () => this.#devicesChanged());
    document.addEventListener('visibilitychange', () => this.#visibility());
    addEventListener('online', () => socket.retry());
    // The browser lets sound through again only inside a touch or key press.
    for (const gesture of ['pointerup', 'keydown']) {
      addEventListener(gesture, () => loudspeaker.isHeldBack && loudspeaker.wake(), true);
    }
  }

  /** Whether the microphone is open. */
  get isListening() {
    return this.#uplink !== null;
  }

  /** Whether Kith has been away for longer than a moment. */
  get isAway() {
    return this.#downSince !== null && performance.now() - this.#downSince >= patience;
  }

  /** Whether a reply is being thought of, given, or still sounding. */
  get isAnswering() {
    const { state } = this.conversation;
    return this.#playing !== null || (this.#session.isUp && (state === 'thinking' || state === 'speaking'));
  }

  /** What there is to see: a state of the window, or `away`. */
  get state() {
    if (this.isAway) return 'away';
    const { state } = this.conversation;
    if (this.#playing) return 'speaking';
    // What Kith says has been said; what is heard is still on its way.
    if (state === 'idle' && this.isListening) return 'listening';
    return state;
  }

  /** The sample of the reply that is heard now. */
  get heardSample() {
    return this.conversation.reply ? this.#loudspeaker.heard(this.conversation.reply.response) : 0;
  }

  /** The round button, or the space bar; has to be called inside the tap. */
  press() {
    this.#loudspeaker.wake();
    if (this.isAnswering) this.stop();
    else if (this.isListening) this.unlisten();
    else this.listen();
  }

  /** Opens the microphone; has to be called inside a tap. */
  async listen() {
    if (this.#uplink || this.#isOpening) return;
    this.#isOpening = true;
    this.#loudspeaker.wake();
    try {
      if (navigator.audioSession) navigator.audioSession.type = 'play-and-record';
      const rate = await this.#microphone.open(this.#loudspeaker.context);
      this.#forgetMicrophoneProblems();
      this.problems.moveOn();
      this.#noteDevice();
      this.#uplink = this.#session.listen(rate);
      this.#microphone.mute(this.isMuted);
      this.#sign('wake');
      this.#awake.want(true);
    } catch (error) {
      this.problems.add(`microphone_${error.reason ?? 'broken'}`);
      if (error.reason === 'refused') this.#watchPermission();
    }
    this.#isOpening = false;
    this.#changed();
  }

  /** Closes the microphone; what was said is answered. */
  async unlisten() {
    const uplink = this.#uplink;
    if (!uplink || this.#isClosing) return;
    this.#isClosing = true;
    await this.#microphone.close();
    this.#isClosing = false;
    uplink.end();
    this.#session.flush();
    this.#uplink = null;
    this.#sign('sleep');
    this.dispatchEvent(new CustomEvent('level', { detail: 0 }));
    this.#awake.want(this.#playing !== null);
    this.#changed();
  }

  /** Stops the reply. */
  stop() {
    const response = this.#playing ?? this.conversation.reply?.response;
    if (this.#playing) this.#clear(this.#playing);
    this.#session.cancel(response);
    this.#changed();
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
    this.#changed();
    return true;
  }

  /** Lets the microphone hear nothing, or hear again. */
  mute(isMuted) {
    this.isMuted = isMuted;
    this.#microphone.mute(isMuted);
    this.#changed();
  }

  /** Does what the button of a problem promises; false for what belongs to the screens. */
  remedy({ does, code }) {
    switch (does) {
      case 'retry':
        this.#socket.retry();
        return true;
      case 'take':
        this.#loudspeaker.wake();
        this.#session.take();
        return true;
      case 'wake':
        this.#loudspeaker.wake();
        return true;
      case 'listen':
        this.problems.clear(code);
        this.listen();
        return true;
      case 'look':
        this.look();
        return true;
      case 'dismiss':
        this.problems.clear(code);
        return true;
      default:
        return false;
    }
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
        if (event.state === 'elsewhere') this.#elsewhere();
        else this.problems.clear('elsewhere');
        break;
      case 'response.output_audio.done':
        this.#loudspeaker.end(event.response);
        break;
      case 'output_audio_buffer.cleared':
        this.#clear(event.response);
        break;
      case 'response.done':
        this.#loudspeaker.end(event.response);
        break;
      case 'kith.problem':
        if (event.cleared) this.problems.clear(event.code);
        else this.problems.put(event);
        break;
      case 'response.created':
        this.problems.moveOn();
        break;
    }
    this.#changed();
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
    if (!resumed && this.#playing) this.#loudspeaker.end(this.#playing);
    if (!resumed) this.look();
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
    setTimeout(() => {
      // Nobody is there to listen: an open microphone would be kept for nothing.
      if (isStillDown()) this.unlisten();
    }, longestAlone);
  }

  #elsewhere() {
    this.problems.add('elsewhere');
    if (this.isListening) this.unlisten();
  }

  #heard(frame) {
    this.#uplink?.append(frame);
    // The end of a stream is kept back until it can be marked as the last of it.
    if (!this.#isClosing) this.#session.flush();
    this.dispatchEvent(new CustomEvent('level', { detail: this.isMuted ? 0 : loudness(frame) }));
  }

  #played({ name, played, isOver }) {
    const began = this.#playing !== name && !isOver;
    if (isOver && this.#playing === name) this.#playing = null;
    else if (!isOver) this.#playing = name;
    this.#session.played(name, played, isOver);
    if (began || isOver) {
      this.#awake.want(this.isListening || this.#playing !== null);
      this.#changed();
    }
  }

  #clear(response) {
    this.#cleared.add(response);
    if (this.#cleared.size > mostCleared) this.#cleared.delete(this.#cleared.values().next().value);
    this.#loudspeaker.clear(response);
  }

  #soundState() {
    if (this.#loudspeaker.isHeldBack) this.problems.add('sound_held');
    else this.problems.clear('sound_held');
  }

  async #lost() {
    await this.unlisten();
    this.problems.add('microphone_lost');
    await this.listen();
  }

  async #devicesChanged() {
    if (this.isListening && !(await this.#microphone.isStillThere())) await this.#lost();
    else if (!this.isListening) this.#forgetMicrophoneProblems(['missing', 'lost']);
  }

  #noteDevice() {
    const { label } = this.#microphone;
    if (this.#lastMicrophone && label && label !== this.#lastMicrophone) {
      this.problems.put({
        code: 'microphone_changed',
        message: `I listen through ${label} now.`,
        action: '',
      });
    }
    this.#lastMicrophone = label;
  }

  #forgetMicrophoneProblems(reasons = ['refused', 'missing', 'busy', 'broken', 'lost']) {
    for (const reason of reasons) this.problems.clear(`microphone_${reason}`);
  }

  async #watchPermission() {
    const permission = await Microphone.permission();
    permission.addEventListener('change', () => {
      if (permission.state !== 'denied') this.problems.clear('microphone_refused');
    });
  }

  async #visibility() {
    if (!document.hidden) {
      this.#socket.retry();
      return;
    }
    if (!this.isListening) return;
    await this.unlisten();
    this.problems.add('hidden');
  }

  #sign(name) {
    if (this.settings.values.earcons) this.#loudspeaker.sign(name);
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
