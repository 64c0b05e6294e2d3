/** Where a reply is being heard now, between two reports of the playout. */
export class Cursor {
  #played = 0;
  #time = 0;
  #isRunning = false;

  /** @param {number} rate samples a second. */
  constructor(rate) {
    this.rate = rate;
  }

  /** Takes a report: at `time` (seconds) `played` samples had been played. */
  take({ played, time, isRunning }) {
    this.#played = played;
    this.#time = time;
    this.#isRunning = isRunning;
  }

  /**
   * The sample that is heard at `time`.
   *
   * @param {number} time seconds, on the same clock as the reports.
   * @param {number} latency seconds between playing and hearing.
   */
  at(time, latency = 0) {
    if (!this.#isRunning) return Math.max(0, this.#played - Math.max(0, this.#left(time, latency)));
    const passed = (time - this.#time - latency) * this.rate;
    return Math.max(0, Math.round(this.#played + passed));
  }

  /** After a stop the last samples are still on their way to the ear. */
  #left(time, latency) {
    return Math.round((latency - (time - this.#time)) * this.rate);
  }
}
