import { decodeSound, kinds } from './protocol.js';
import { Outbox } from './outbox.js';
import { ReplySound } from './reply-sound.js';
import { Uplink } from './uplink.js';

const mostStreams = 4;
const mostReplies = 8;
const mostLate = 16;

/**
 * A conversation over a socket that may drop: says hello, goes on where it was, loses nothing.
 *
 * Events: `event` (detail: what Kith sent), `sound` (detail: {response, samples, last}), `down`.
 */
export class Session extends EventTarget {
  #socket;
  #memory;
  #outbox = new Outbox();
  #streams = [];
  #lastStream = 0;
  #replies = new Map();
  #playing = null;
  #lastEvent = 0;
  /** What was said while there was no connection and still counts. */
  #late = [];
  #greeted = false;

  /**
   * @param {import('./socket.js').Socket} socket
   * @param {Storage} memory where the session is remembered while this tab lives.
   */
  constructor(socket, memory) {
    super();
    this.#socket = socket;
    this.#memory = memory;
    this.#lastStream = this.#recall().lastStream ?? 0;
    socket.addEventListener('open', () => this.#hello());
    socket.addEventListener('down', () => this.#down());
    // A copy of this tab took the session with it; this one goes on as a page of its own.
    socket.addEventListener('replaced', () => this.#memory.removeItem('session'));
    socket.addEventListener('event', ({ detail }) => this.#take(detail));
    socket.addEventListener('sound', ({ detail }) => this.#takeSound(detail));
  }

  /** Whether Kith has answered. */
  get isUp() {
    return this.#greeted;
  }

  /** A new stream for sound of the microphone at `rate`. */
  listen(rate) {
    this.#lastStream += 1;
    const uplink = new Uplink(this.#lastStream, rate);
    this.#streams.push(uplink);
    this.#streams.splice(0, this.#streams.length - mostStreams);
    this.#remember();
    this.flush();
    return uplink;
  }

  /** Sends what was captured and typed, as far as the connection takes it. */
  flush() {
    if (!this.#greeted) return;
    for (const uplink of this.#streams) {
      if (!uplink.announced) this.#socket.send(uplink.listen());
      for (let sound; !this.#socket.isFull && (sound = uplink.next()); ) {
        this.#socket.sendSound(sound);
      }
      if (!uplink.finished) break;
      if (!uplink.closed) uplink.closed = this.#socket.send(uplink.unlisten());
    }
    while (this.#streams.length > 1 && this.#streams[0].closed) this.#streams.shift();
  }

  /** Says `text` by typing; false when too much is waiting already. */
  say(text) {
    if (this.#outbox.isFull) return false;
    const event = this.#outbox.add(crypto.randomUUID?.() ?? String(performance.now()), text);
    if (this.#greeted) this.#socket.send(event);
    return true;
  }

  /** Stops the reply. */
  cancel(response) {
    this.#sendOrKeep({ type: 'response.cancel', response });
  }

  /** Brings the conversation to this page. */
  take() {
    this.#socket.send({ type: 'kith.take' });
  }

  /** Ends the ringing of timers. */
  silence() {
    this.#sendOrKeep({ type: 'kith.silence' });
  }

  /** Takes a timer back. */
  cancelTimer(timer) {
    this.#sendOrKeep({ type: 'kith.cancel_timer', timer });
  }

  /** Tells how much of a reply was played. */
  played(response, played, isOver) {
    const received = this.#replies.get(response)?.sound.received ?? played;
    this.#playing = isOver ? null : { response, received, played };
    const event = { type: 'kith.playout', response, played, received };
    if (isOver) this.#sendOrKeep({ ...event, ended: true });
    else if (this.#greeted) this.#socket.send(event);
  }

  /** Tells that a reply's loudness was lowered or raised. */
  ducked(response, active) {
    if (this.#greeted) this.#socket.send({ type: 'kith.duck', response, active });
  }

  #sendOrKeep(event) {
    if (this.#greeted) this.#socket.send(event);
    else if (this.#late.length < mostLate) this.#late.push(event);
  }

  #hello() {
    const hello = { type: 'kith.hello' };
    const { session, token } = this.#recall();
    if (session) Object.assign(hello, { session, token });
    // A page that was loaded anew has nothing to go on with.
    if (session && this.#lastEvent > 0) hello.last_event = this.#lastEvent;
    if (this.#playing) {
      const received = this.#replies.get(this.#playing.response)?.sound.received;
      hello.playing = { ...this.#playing, received: received ?? this.#playing.received };
    }
    this.#socket.send(hello);
  }

  #down() {
    this.#greeted = false;
    this.dispatchEvent(new Event('down'));
  }

  #take(event) {
    this.#lastEvent = event.event_id ?? this.#lastEvent;
    switch (event.type) {
      case 'session.created':
        this.#created(event);
        break;
      case 'kith.heard':
        this.#streams.find(({ stream }) => stream === event.stream)?.heard(event.samples);
        break;
      case 'response.created':
        this.#replyBegins(event);
        break;
      case 'conversation.item.input_audio_transcription.completed':
        if (event.typed) this.#outbox.acknowledge(event.item_id, event.transcript);
        break;
    }
    this.dispatchEvent(new CustomEvent('event', { detail: event }));
  }

  #created({ session, token, resumed, next_sample: next, stream }) {
    if (resumed) {
      this.#streams = this.#streams.filter((uplink) => !(uplink.stream < stream));
      for (const uplink of this.#streams) {
        uplink.closed = false;
        if (uplink.stream === stream) uplink.goOn(next ?? 0);
        else uplink.begin(uplink.stream);
      }
    } else {
      // Numbers begin anew, so that old ones must not be taken for new ones.
      this.#lastStream = 0;
      this.#playing = null;
      this.#replies.clear();
      this.#streams = this.#streams.filter((uplink) => !uplink.closed);
      for (const uplink of this.#streams) uplink.begin((this.#lastStream += 1));
    }
    this.#remember(session, token);
    this.#greeted = true;
    const left = resumed && stream && !this.#streams.some((uplink) => uplink.stream === stream);
    if (left && next !== undefined) this.#socket.send({ type: 'kith.unlisten', stream, at: next });
    const late = this.#late.splice(0);
    if (resumed) for (const event of late) this.#socket.send(event);
    for (const event of this.#outbox.waiting) this.#socket.send(event);
    this.flush();
  }

  #replyBegins({ response, stream }) {
    if (this.#replies.has(response)) return;
    this.#replies.set(response, { stream, sound: new ReplySound() });
    if (this.#replies.size > mostReplies) this.#replies.delete(this.#replies.keys().next().value);
  }

  #takeSound(message) {
    const sound = decodeSound(message);
    if (sound?.kind !== kinds.reply) return;
    for (const [response, reply] of this.#replies) {
      if (reply.stream !== sound.stream) continue;
      const samples = reply.sound.accept(sound.position, sound.samples);
      if (!samples) return;
      const detail = { response, samples, last: sound.last };
      this.dispatchEvent(new CustomEvent('sound', { detail }));
      return;
    }
  }

  #remember(session, token) {
    const kept = { ...this.#recall(), lastStream: this.#lastStream };
    if (session) Object.assign(kept, { session, token });
    this.#memory.setItem('session', JSON.stringify(kept));
  }

  #recall() {
    try {
      return JSON.parse(this.#memory.getItem('session')) ?? {};
    } catch {
      return {};
    }
  }
}
