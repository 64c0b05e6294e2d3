/** The newest samples of a stream, found by their position in it. */
export class SoundRing {
  #samples;
  #start;
  #end;

  /**
   * @param {number} capacity the most samples that are kept; then the oldest go.
   * @param {number} from the position of the first sample that will be appended.
   */
  constructor(capacity, from = 0) {
    this.#samples = new Int16Array(capacity);
    this.#start = from;
    this.#end = from;
  }

  /** The position of the oldest sample that is kept. */
  get start() {
    return this.#start;
  }

  /** The position after the newest sample. */
  get end() {
    return this.#end;
  }

  /** Keeps `samples`, which follow the newest. */
  append(samples) {
    const capacity = this.#samples.length;
    const kept = samples.length > capacity ? samples.subarray(samples.length - capacity) : samples;
    const at = (this.#end + samples.length - kept.length) % capacity;
    const fits = Math.min(kept.length, capacity - at);
    this.#samples.set(kept.subarray(0, fits), at);
    this.#samples.set(kept.subarray(fits), 0);
    this.#end += samples.length;
    this.#start = Math.max(this.#start, this.#end - capacity);
  }

  /** Gives up everything before `position`. */
  forget(position) {
    this.#start = Math.max(this.#start, Math.min(position, this.#end));
  }

  /** A copy of what is kept from `from` up to, not including, `to`. */
  read(from, to) {
    const first = Math.max(from, this.#start);
    const last = Math.min(to, this.#end);
    const copy = new Int16Array(Math.max(0, last - first));
    const capacity = this.#samples.length;
    for (let i = 0; i < copy.length; i += 1) copy[i] = this.#samples[(first + i) % capacity];
    return copy;
  }
}
