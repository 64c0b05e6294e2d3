import { encodeSound, kinds, mostSound } from './protocol.js';
import { SoundRing } from './ring.js';

const secondsKept = 30;
const samplesAtOnce = mostSound / 2;

/** One opening of the microphone on its way to Kith: what was captured, and how far it was sent. */
export class Uplink {
  #ring;
  #sent;
  #ended = false;

  /**
   * @param {number} stream the number of this stream in the session.
   * @param {number} rate samples a second.
   * @param {number} from the position of its first sample.
   */
  constructor(stream, rate, from = 0) {
    this.stream = stream;
    this.rate = rate;
    this.announced = false;
    this.#ring = new SoundRing(secondsKept * rate, from);
    this.#sent = from;
  }

  /** Whether the microphone was closed and everything was sent. */
  get finished() {
    return this.#ended && this.#sent === this.#ring.end;
  }

  /** Takes what the microphone heard. */
  append(samples) {
    if (!this.#ended) this.#ring.append(samples);
  }

  /** The microphone was closed: nothing follows. */
  end() {
    this.#ended = true;
  }

  /** The event that announces the sound to come. */
  listen() {
    this.announced = true;
    this.#sent = Math.max(this.#sent, this.#ring.start);
    return { type: 'kith.listen', stream: this.stream, rate: this.rate, from: this.#sent };
  }

  /** The event that says where the stream ended. */
  unlisten() {
    return { type: 'kith.unlisten', stream: this.stream, at: this.#ring.end };
  }

  /** Kith has dealt with everything before `position`. */
  heard(position) {
    this.#ring.forget(position);
  }

  /** After a drop Kith wants the sound from `position` on. */
  goOn(position) {
    this.#sent = Math.max(this.#ring.start, Math.min(position, this.#ring.end));
  }

  /** Kith has lost the session: begins anew as `stream`, with all that is still kept. */
  begin(stream) {
    this.stream = stream;
    this.announced = false;
    this.#sent = this.#ring.start;
  }

  /** The next message to send, or null when there is none. */
  next() {
    if (!this.announced || this.#sent >= this.#ring.end) return null;
    const position = Math.max(this.#sent, this.#ring.start);
    const samples = this.#ring.read(position, position + samplesAtOnce);
    this.#sent = position + samples.length;
    const { stream } = this;
    return encodeSound({ kind: kinds.microphone, stream, position, samples, last: this.finished });
  }
}
