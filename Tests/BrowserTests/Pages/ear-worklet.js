const most = 1200;

/** Hands over what it hears, the mean of both channels. */
class Ear extends AudioWorkletProcessor {
  #samples = new Float32Array(most + 128);
  #count = 0;
  #frame = 0;

  process([[left, right]]) {
    if (this.#count === 0) this.#frame = currentFrame;
    const length = left?.length ?? 128;
    for (let at = 0; at < length; at += 1) {
      this.#samples[this.#count + at] = left ? (left[at] + (right ?? left)[at]) / 2 : 0;
    }
    this.#count += length;
    if (this.#count >= most) {
      this.port.postMessage({
        frame: this.#frame,
        samples: this.#samples.slice(0, this.#count),
      });
      this.#count = 0;
    }
    return true;
  }
}

registerProcessor('test-ear', Ear);
