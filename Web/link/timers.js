/** The timers and alarms as Kith told them last. Event: `change`. */
export class KnownTimers extends EventTarget {
  #ahead = 0;

  /** Those that run, the next first: {id, kind, name?, set_at, due_at, state, words}. */
  running = [];
  /** Those that ring. */
  ringing = [];
  /** Those that nobody heard. */
  missed = [];

  /** The time by Kith's clock, in milliseconds since 1970. */
  get now() {
    return Date.now() + this.#ahead;
  }

  /** A moment of Kith's clock, by the clock of this page. */
  here(moment) {
    return moment - this.#ahead;
  }

  /** Takes `kith.timers`. */
  take({ now, timers }) {
    this.#ahead = now - Date.now();
    const those = (wanted) => timers.filter(({ state }) => state === wanted);
    this.running = those('running');
    this.ringing = those('ringing');
    this.missed = those('missed');
    this.dispatchEvent(new Event('change'));
  }
}
