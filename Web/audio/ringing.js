import { timerSound } from '../link/requests.js';

const every = 4000;
const longest = 120000;

/** Lets timers ring: a gentle bell, once the words for it, and the bell again until it is stopped. */
export class Ringing {
  #loudspeaker;
  #isWanted;
  #known = new Set();
  #since = null;
  #beat = 0;

  /**
   * @param {import('./loudspeaker.js').Loudspeaker} loudspeaker
   * @param {() => boolean} isWanted whether this page is the one that sounds.
   */
  constructor(loudspeaker, isWanted) {
    this.#loudspeaker = loudspeaker;
    this.#isWanted = isWanted;
  }

  /** Follows `timers` (of `link/timers.js`) from now on. */
  follow(timers) {
    timers.addEventListener('change', () => this.#changed(timers));
    // What the browser held back is heard at once when it is let through.
    this.#loudspeaker.addEventListener('state', () => {
      if (this.#since !== null && !this.#loudspeaker.isHeldBack) this.#ring();
    });
  }

  #changed({ ringing, missed }) {
    const fresh = [...ringing, ...missed].filter(({ id }) => !this.#known.has(id));
    this.#known = new Set([...ringing, ...missed].map(({ id }) => id));
    if (ringing.length === 0) this.#stop();
    else if (this.#since === null) this.#start();
    if (fresh.length === 0 || !this.#isWanted()) return;
    if (ringing.length === 0) this.#ring();
    const begun = fresh.find(({ state }) => state === 'ringing');
    if (begun) this.#say(begun.id);
  }

  #start() {
    this.#since = performance.now();
    this.#ring();
    this.#beat = setInterval(() => {
      if (performance.now() - this.#since > longest) clearInterval(this.#beat);
      else this.#ring();
    }, every);
  }

  #stop() {
    clearInterval(this.#beat);
    this.#since = null;
  }

  #ring() {
    if (!this.#isWanted()) return;
    this.#loudspeaker.wake();
    this.#loudspeaker.sign('ring');
  }

  async #say(id) {
    try {
      const sound = await timerSound(id);
      if (this.#since !== null) await this.#loudspeaker.playFile(sound);
    } catch {
      // The words stand on the screen; the bell goes on.
    }
  }
}
