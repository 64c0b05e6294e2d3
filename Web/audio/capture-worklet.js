import { Framer } from './framer.js';

const framesASecond = 50;

/** Hands 20 ms frames of the first channel to the page, until it is told to stop. */
class Capture extends AudioWorkletProcessor {
  #framer = new Framer(Math.round(sampleRate / framesASecond));
  #isOpen = true;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#isOpen = false;
      this.#post(this.#framer.flush());
      this.port.postMessage(null);
    };
  }

  process(inputs) {
    const channel = inputs[0][0];
    if (this.#isOpen && channel) {
      for (const frame of this.#framer.push(channel)) this.#post(frame);
    }
    return this.#isOpen;
  }

  #post(frame) {
    if (frame.length > 0) this.port.postMessage(frame, [frame.buffer]);
  }
}

registerProcessor('kith-capture', Capture);
