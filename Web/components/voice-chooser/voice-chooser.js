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
  #fail;
  #shown = '';
  #pace = make('output', { for: `${this.#id}-speed` });
  #speed = make('input', {
    type: 'range',
    min: 0.7,
    max: 1.3,
    step: 0.05,
    id: `${this.#id}-speed`,
  });
  #sounding = '';

  /** What it shows and whom it tells: `change(changes)` keeps a setting, `fail(error)` says why not. */
  begin({ settings, loudspeaker, change, fail }) {
    this.#settings = settings;
    this.#loudspeaker = loudspeaker;
    this.#change = change;
    this.#fail = fail;
    this.#speed.addEventListener('input', () => this.#renderPace());
    this.#speed.addEventListener('change', () => change({ speed: Number(this.#speed.value) }));
    this.append(
      this.#list,
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
    // The cards are made anew only when they are others, so that none loses the focus.
    const shown = JSON.stringify([voices, isLocked]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      const { activeElement } = document;
      const focused = this.#list.contains(activeElement) && activeElement.value;
      this.#list.replaceChildren(...voices.map((voice) => this.#card(voice, isLocked)));
      const again = focused && `${activeElement.localName}[value="${CSS.escape(focused)}"]`;
      if (again) this.#list.querySelector(again)?.focus();
    }
    for (const input of this.#list.querySelectorAll('input')) {
      input.checked = input.value === values.voice;
    }
    for (const play of this.#list.querySelectorAll('button')) this.#renderPlay(play);
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

  /** The button of a sample: it plays, or stops what plays. */
  #renderPlay(button) {
    const isSounding = this.#sounding === button.value;
    const name = isSounding ? 'Stop' : `Hear ${button.dataset.title}`;
    if (button.getAttribute('aria-label') === name) return;
    button.setAttribute('aria-label', name);
    button.title = isSounding ? 'Stop' : 'Hear it';
    button.replaceChildren(icon(isSounding ? 'stop' : 'play'));
  }

  #card({ name, title, gender, installed }, isLocked) {
    return make(
      'div.voice',
      {},
      make(
        'label.card',
        {},
        make('input', {
          type: 'radio',
          name: this.#id,
          value: name,
          disabled: isLocked || !installed,
          on: { change: () => this.#change({ voice: name }) },
        }),
        told(title ?? name, installed ? `A ${gender} voice` : absent),
        icon('check'),
      ),
      make('button.icon-button', {
        type: 'button',
        value: name,
        disabled: !installed,
        data: { title: title ?? name },
        on: { click: () => this.#hear(name) },
      }),
    );
  }

  async #hear(name) {
    const isStop = this.#sounding === name;
    this.#loudspeaker.stopFile();
    if (isStop) return;
    this.#loudspeaker.wake();
    this.#show(name);
    try {
      const file = await requests.voiceSample(name);
      if (this.#sounding === name) await this.#loudspeaker.playFile(file);
    } catch (error) {
      this.#fail(error);
      this.#show('');
    }
  }

  #show(name) {
    if (this.#sounding === name) return;
    this.#sounding = name;
    this.#render();
  }
}

customElements.define('kith-voice-chooser', VoiceChooser);
