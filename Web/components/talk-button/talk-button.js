import { icon } from '../icon/icon.js';
import { make } from '../make.js';

const looks = {
  talk: { icon: 'microphone', name: 'Talk' },
  listening: { icon: 'listening', name: 'Stop listening' },
  muted: { icon: 'microphone-off', name: 'Stop listening' },
  stop: { icon: 'stop', name: 'Stop' },
};

/** The one round button: talk, listening, stop. The microphone's level breathes around it. */
export class TalkButton extends HTMLElement {
  #mode = '';
  #button = make('button', { type: 'button' });

  connectedCallback() {
    this.append(make('span.breath', { 'aria-hidden': 'true' }), this.#button);
    this.mode = 'talk';
  }

  /** `talk`, `listening`, `muted` or `stop`. */
  set mode(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.dataset.mode = mode;
    this.#button.setAttribute('aria-label', looks[mode].name);
    this.#button.title = `${looks[mode].name} (space)`;
    this.#button.replaceChildren(icon(looks[mode].icon));
  }

  /** How loud the microphone hears, 0…1. */
  set level(level) {
    this.style.setProperty('--level', level.toFixed(3));
  }
}

customElements.define('kith-talk-button', TalkButton);
