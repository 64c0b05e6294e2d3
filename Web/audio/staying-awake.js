/** Keeps the screen on while somebody talks, where the browser allows it. */
export class StayingAwake {
  #lock = null;
  #isWanted = false;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#apply());
  }

  /** From now on the screen stays on, or may go off. */
  want(isWanted) {
    if (this.#isWanted === isWanted) return;
    this.#isWanted = isWanted;
    this.#apply();
  }

  async #apply() {
    if (this.#isWanted && !document.hidden) {
      if (this.#lock && !this.#lock.released) return;
      this.#lock = await navigator.wakeLock?.request('screen').catch(() => null);
      if (!this.#isWanted) this.#apply();
    } else {
      this.#lock?.release().catch(() => {});
      this.#lock = null;
    }
  }
}
