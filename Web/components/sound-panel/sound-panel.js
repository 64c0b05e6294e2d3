import { icon } from '../icon/icon.js';
import { make } from '../make.js';

/**
 * Loudness of the voice, kept in this browser, and both mutes.
 *
 * Events: `volume` (detail: {volume, isMuted}), `mute` (detail: whether the microphone is muted).
 */
export class SoundPanel extends HTMLElement {
  #volume = 1;
  #isMuted = false;
  #isDeaf = false;
  #toggle = make('button.icon-button', {
    type: 'button',
    'aria-expanded': 'false',
    'aria-controls': 'sound-panel',
    on: {
      click: () => this.#show(this.#panel.hidden),
      // The focus leaves the panel only for good.
      pointerdown: (event) => event.preventDefault(),
    },
  });
  #slider = make('input', {
    type: 'range',
    min: 0,
    max: 100,
    step: 5,
    id: 'volume',
    on: { input: () => this.#change({ volume: Number(this.#slider.value) / 100, isMuted: false }) },
  });
  #voice = make('button.row', {
    type: 'button',
    on: { click: () => this.#change({ isMuted: !this.#isMuted }) },
  });
  #ears = make('button.row', {
    type: 'button',
    on: { click: () => this.#changeEars() },
  });
  #panel = make('div.panel', {
    id: 'sound-panel',
    hidden: true,
    tabIndex: -1,
    role: 'group',
    'aria-label': 'Sound',
  });

  connectedCallback() {
    this.#panel.append(
      make('label', { for: 'volume' }, 'Loudness of the voice'),
      this.#slider,
      this.#voice,
      this.#ears,
    );
    this.append(this.#toggle, this.#panel);
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#panel.hidden) return;
      event.stopPropagation();
      this.#show(false);
      this.#toggle.focus();
    }, true);
    addEventListener('pointerdown', (event) => {
      if (!this.contains(event.target)) this.#show(false);
    });
    this.addEventListener('focusout', ({ relatedTarget }) => {
      // Another window may take the focus, and gives it back.
      if (document.hasFocus() && !this.contains(relatedTarget)) this.#show(false);
    });
    this.#change({ volume: remembered(), isMuted: false });
  }

  /** Does what was ordered by voice: `louder`, `quieter`, `mute`, `unmute`. */
  order(command) {
    const step = 0.2;
    if (command === 'louder') {
      this.#change({ volume: Math.min(1, this.#volume + step), isMuted: false });
    }
    // Quieter is never silent: that has an order of its own.
    if (command === 'quieter') {
      this.#change({ volume: Math.max(0.1, this.#volume - step), isMuted: false });
    }
    if (command === 'mute') this.#change({ isMuted: true });
    if (command === 'unmute') {
      this.#change({ volume: Math.max(0.1, this.#volume), isMuted: false });
    }
  }

  #show(isShown) {
    this.#panel.hidden = !isShown;
    this.#toggle.setAttribute('aria-expanded', String(isShown));
    if (isShown) this.#slider.focus();
  }

  #change({ volume = this.#volume, isMuted }) {
    this.#volume = Math.max(0, Math.min(1, volume));
    this.#isMuted = isMuted;
    try {
      localStorage.setItem('volume', String(this.#volume));
    } catch {
      // Then it begins at full loudness the next time.
    }
    this.#render();
    const detail = { volume: this.#volume, isMuted };
    this.dispatchEvent(new CustomEvent('volume', { detail }));
  }

  #changeEars() {
    this.#isDeaf = !this.#isDeaf;
    this.#render();
    this.dispatchEvent(new CustomEvent('mute', { detail: this.#isDeaf }));
  }

  #render() {
    const isSilent = this.#isMuted || this.#volume === 0;
    this.#slider.value = String(Math.round(this.#volume * 100));
    this.#toggle.replaceChildren(icon(isSilent ? 'volume-off' : 'volume'));
    const name = isSilent ? 'Sound, off' : 'Sound';
    this.#toggle.setAttribute('aria-label', name);
    this.#toggle.title = name;
    row(this.#voice, isSilent ? 'volume-off' : 'volume', 'Mute the voice', this.#isMuted);
    const ears = this.#isDeaf ? 'microphone-off' : 'microphone';
    row(this.#ears, ears, 'Mute the microphone', this.#isDeaf);
  }
}

/** The loudness of the last time. */
function remembered() {
  try {
    return Number(localStorage.getItem('volume') ?? 1) || 0;
  } catch {
    return 1;
  }
}

function row(button, picture, name, isOn) {
  const knob = make('span.switch', { 'aria-hidden': 'true' });
  button.replaceChildren(icon(picture), make('span', {}, name), knob);
  button.setAttribute('role', 'switch');
  button.setAttribute('aria-checked', String(isOn));
}

customElements.define('kith-sound-panel', SoundPanel);
