import { readSettings, writeSettings } from './requests.js';

const assumed = Object.freeze({
  voice: '',
  speed: 1,
  brain: { kind: 'built-in' },
  captions: true,
  theme: 'system',
  reduced_motion: 'system',
  earcons: true,
  welcomed: true,
});

/** The settings as Kith keeps them. Event: `change`. */
export class Settings extends EventTarget {
  values = { ...assumed };
  locked = {};
  voices = [];
  brains = [];
  version = '';
  /** Whether Kith has told them. */
  isLoaded = false;

  /** Asks Kith for them. */
  async load() {
    this.#take(await readSettings());
  }

  /** Changes some; takes them back and throws when Kith refuses. */
  async change(changes) {
    const before = this.values;
    this.values = { ...before, ...changes };
    this.dispatchEvent(new Event('change'));
    try {
      this.#take(await writeSettings(changes));
    } catch (error) {
      this.values = before;
      this.dispatchEvent(new Event('change'));
      throw error;
    }
  }

  /** Where `key` is set when it can't be changed here, else undefined. */
  lock(key) {
    return this.locked[key];
  }

  #take({ settings, locked, voices, brains, version }) {
    this.values = { ...assumed, ...settings };
    this.locked = locked ?? {};
    this.voices = voices ?? [];
    this.brains = brains ?? [];
    this.version = version ?? '';
    this.isLoaded = true;
    this.dispatchEvent(new Event('change'));
  }
}
