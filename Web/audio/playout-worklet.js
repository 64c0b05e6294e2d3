import { Playout } from './playout.js';

/** Runs a Playout on the audio thread; messages are [method, ...arguments]. */
class PlayoutProcessor extends AudioWorkletProcessor {
  #playout = new Playout(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data: [method, ...given] }) => this.#playout[method](...given);
  }

  process(_, outputs) {
    const [first, ...others] = outputs[0];
    for (const report of this.#playout.render(first)) {
      this.port.postMessage({ ...report, time: currentTime, underruns: this.#playout.underruns });
    }
    for (const channel of others) channel.set(first);
    return true;
  }
}

registerProcessor('kith-playout', PlayoutProcessor);
