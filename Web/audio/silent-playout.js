import { replyRate } from '../link/protocol.js';
import { Playout } from './playout.js';

const tick = 20;

/** Lets replies pass in silence, where the browser has no sound to give (plain http, no device). */
export class SilentPlayout {
  #playout = new Playout(replyRate);
  #timer = 0;
  #last = 0;

  /** @param {(report: object) => void} report gets what a Playout reports. */
  constructor(report) {
    this.report = report;
  }

  /** Calls a method of the Playout. */
  tell(method, ...given) {
    this.#playout[method](...given);
    if (this.#timer) return;
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#step(), tick);
  }

  #step() {
    const now = performance.now();
    const samples = Math.min(Math.round(((now - this.#last) * replyRate) / 1000), replyRate);
    this.#last = now;
    for (const report of this.#playout.render(new Float32Array(samples))) {
      this.report({ ...report, time: now / 1000 });
    }
    if (this.#playout.isIdle) {
      clearInterval(this.#timer);
      this.#timer = 0;
    }
  }
}
