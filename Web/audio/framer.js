/** Cuts what a microphone delivers into frames of equal length, as 16-bit samples. */
export class Framer {
  #frame;
  #filled = 0;

  /** @param {number} length samples in a frame. */
  constructor(length) {
    this.#frame = new Int16Array(length);
  }

  /**
   * Takes samples between -1 and 1.
   *
   * A full frame leaves when the sample after it has come, so that the last one is never empty and
   * can be marked as the last.
   *
   * @param {Float32Array} samples
   * @returns {Int16Array[]} the frames that are full.
   */
  push(samples) {
    const full = [];
    for (let i = 0; i < samples.length; i += 1) {
      if (this.#filled === this.#frame.length) full.push(this.flush());
      const sample = Math.max(-1, Math.min(1, samples[i]));
      this.#frame[this.#filled] = Math.round(sample * 32767);
      this.#filled += 1;
    }
    return full;
  }

  /** What is left; begins anew. */
  flush() {
    const frame = this.#frame.slice(0, this.#filled);
    this.#filled = 0;
    return frame;
  }
}
