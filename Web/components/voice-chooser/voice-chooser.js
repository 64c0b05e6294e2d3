import * as requests from '../../link/requests.js';
import { icon } from '../icon/icon.js';
import { make } from '../make.js';
import { absent, told } from '../told.js';

let chooserCount = 0;

/** Which voice speaks, with a sample of each, and how fast. */
export class VoiceChooser extends HTMLElement {
  #settings;
  #loudspeaker;
  #change;
  #id = `voice-${(chooserCount += 1)}`;
  #list = make('div.cards', { role: 'radiogroup', 'aria-label': 'Voice' });
  #told = make('p.quiet', { role: 'status', hidden: true });
  #pace = make('output', { for: `${this.#id}-speed` });
  #speed = make('input', {
    type: 'range',
    min: 0.7,
    max: 1.3,
    step: 0.05,
    id: `${this.#id}-speed`,
  });
  #sounding = '';

  /** What it shows and whom it tells: `change(changes)` keeps a setting. */
  begin({ settings, loudspeaker, change }) {
    this.#settings = settings;
    this.#loudspeaker = loudspeaker;
    this.#change = change;
    this.#speed.addEventListener('input', () => this.#renderPace());
    this.#speed.addEventListener('change', () => change({ speed: Number(this.#speed.value) }));
    this.append(
      this.#list,
      this.#told,
      make(
        'div.speed',
        {},
        make('label', { for: this.#speed.id }, 'How fast it speaks'),
        this.#pace,
        this.#speed,
      ),
    );
    settings.addEventListener('change', () => this.#render());
    loudspeaker.addEventListener('sample', ({ detail }) => {
      if (!detail) this.#show('');
    });
    this.#render();
  }

  #render() {
    const { values, voices } = this.#settings;
    const isLocked = this.#settings.lock('voice') !== undefined;
    this.#list.replaceChildren(
      ...voices.map((voice) => this.#card(voice, values.voice === voice.name, isLocked)),
    );
    if (document.activeElement !== this.#speed) this.#speed.value = values.speed;
    this.#speed.disabled = this.#settings.lock('speed') !== undefined;
    this.#renderPace();
  }

  #renderPace() {
    const speed = Number(this.#speed.value);
    let words = 'as usual';
    if (speed < 0.985) words = speed < 0.85 ? 'slowly' : 'a little slower';
    if (speed > 1.015) words = speed > 1.15 ? 'fast' : 'a little faster';
    this.#pace.value = words;
    this.#speed.setAttribute('aria-valuetext', words);
  }

  #card({ name, title, gender, installed }, isChosen, isLocked) {
    const isSounding = this.#sounding === name;
    return make(
      'div.voice',
      {},
      make(
        'label.card',
        {},
        make('input', {
          type: 'radio',
          name: this.#id,
          checked: isChosen,
          disabled: isLocked || !installed,
          on: { change: () => this.#change({ voice: name }) },
        }),
        told(title ?? name, installed ? `A ${gender} voice` : absent),
        icon('check'),
      ),
      make(
        'button.icon-button',
        {
          type: 'button',
          disabled: !installed,
          'aria-label': isSounding ? `Stop the sample of ${title}` : `Hear ${title}`,
          title: isSounding ? 'Stop' : 'Hear it',
          data: { voice: name },
          on: { click: () => this.#hear(name) },
        },
        icon(isSounding ? 'stop' : 'play'),
      ),
    );
  }

  async #hear(name) {
    const isStop = this.#sounding === name;
    this.#loudspeaker.stopFile();
    if (isStop) return;
    this.#loudspeaker.wake();
    this.#show(name);
    this.#told.hidden = true;
    try {
      const file = await requests.voiceSample(name);
      if (this.#sounding === name) await this.#loudspeaker.playFile(file);
    } catch (error) {
      this.#told.textContent = error.message;
      this.#told.hidden = false;
      this.#show('');
    }
  }

  #show(name) {
    if (this.#sounding === name) return;
    const focused = this.contains(document.activeElement) && document.activeElement.dataset.voice;
    this.#sounding = name;
    this.#render();
    if (focused) this.querySelector(`[data-voice="${CSS.escape(focused)}"]`)?.focus();
  }
}

customElements.define('kith-voice-chooser', VoiceChooser);
