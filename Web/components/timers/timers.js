import { icon, iconButton } from '../icon/icon.js';
import { make } from '../make.js';
import { left, nameOf } from './wording.js';

const mostShown = 3;

/**
 * Timers and alarms: those that run as chips that count down, those that ring as a strip with one
 * button to stop them.
 *
 * Events: `silence`, `cancel-timer` (detail: the id).
 */
export class Timers extends HTMLElement {
  #timers;
  #strip = make('div.ring', { role: 'alert', hidden: true });
  #chips = make('ul.chips', { 'aria-label': 'Timers', hidden: true });
  #shown = '';
  #ringing = '';
  #beat = 0;
  #isHeldBack = false;

  connectedCallback() {
    this.append(this.#strip, this.#chips);
  }

  /** Shows what `timers` (of `link/timers.js`) knows, from now on. */
  watch(timers) {
    this.#timers = timers;
    timers.addEventListener('change', () => this.#render());
    this.#render();
  }

  /** Whether the browser lets nobody hear the ring before the page is touched. */
  set isHeldBack(isHeldBack) {
    if (isHeldBack === this.#isHeldBack) return;
    this.#isHeldBack = isHeldBack;
    this.#renderStrip();
  }

  #render() {
    this.#renderStrip();
    this.#renderChips();
    const counts = this.#timers.running.some(({ kind }) => kind === 'timer');
    if (counts && this.#beat === 0) this.#beat = setInterval(() => this.#count(), 500);
    if (!counts) {
      clearInterval(this.#beat);
      this.#beat = 0;
    }
  }

  #renderStrip() {
    const { ringing, missed } = this.#timers;
    const wanted = [...ringing, ...missed];
    const key = JSON.stringify([wanted, this.#isHeldBack]);
    if (key === this.#ringing) return;
    const hadFocus = this.#strip.contains(document.activeElement);
    this.#ringing = key;
    this.#strip.hidden = wanted.length === 0;
    this.#strip.classList.toggle('rings', ringing.length > 0);
    if (wanted.length === 0) {
      this.#strip.replaceChildren();
      if (hadFocus) document.querySelector('kith-talk-button button')?.focus();
      return;
    }
    const stop = make(
      'button.button.main',
      { type: 'button', on: { click: () => this.dispatchEvent(new Event('silence')) } },
      ringing.length > 0 ? 'Stop' : 'All right',
    );
    this.#strip.replaceChildren(
      icon('bell'),
      make(
        'div.told',
        {},
        ...ringing.map(({ words }) => make('p.what', {}, words)),
        missed.length > 0 && make('p.what', {}, this.#missedWords(missed)),
        this.#isHeldBack && ringing.length > 0 && make('p.held', {}, 'Tap to hear it ring.'),
      ),
      stop,
    );
    if (hadFocus) stop.focus();
  }

  #missedWords(missed) {
    const names = missed.map((timer) => {
      const time = new Date(this.#timers.here(timer.due_at)).toLocaleTimeString([], {
        hour: 'numeric',
        minute: '2-digit',
      });
      return `${nameOf(timer)}, ${time}`;
    });
    return `Nobody heard: ${names.join('; ')}.`;
  }

  #renderChips() {
    const { running } = this.#timers;
    const key = JSON.stringify(running);
    if (key !== this.#shown) {
      this.#shown = key;
      const hadFocus = this.#chips.contains(document.activeElement);
      this.#chips.hidden = running.length === 0;
      const more = running.length - mostShown;
      this.#chips.replaceChildren(
        ...running.slice(0, mostShown).map((timer) => this.#chip(timer)),
        ...(more > 0 ? [make('li.more', {}, `and ${more} more`)] : []),
      );
      if (hadFocus) {
        const next = this.#chips.querySelector('button');
        (next ?? document.querySelector('kith-talk-button button'))?.focus();
      }
    }
    this.#count();
  }

  #chip(timer) {
    const cancel = () =>
      this.dispatchEvent(new CustomEvent('cancel-timer', { detail: timer.id }));
    return make(
      'li.chip',
      { data: { timer: timer.id } },
      icon(timer.kind === 'alarm' ? 'bell' : 'timer'),
      timer.name && make('span.name', {}, timer.name),
      // Counted aloud every second it would drown everything else.
      make('span.left', { role: 'timer', 'aria-live': 'off' }),
      iconButton('close', `Cancel ${nameOf(timer)}`, cancel),
    );
  }

  #count() {
    for (const timer of this.#timers.running.slice(0, mostShown)) {
      const place = this.#chips.querySelector(`[data-timer="${timer.id}"] .left`);
      const text = left(timer, this.#timers.now, this.#timers.here(timer.due_at));
      if (place && place.textContent !== text) place.textContent = text;
    }
  }
}

customElements.define('kith-timers', Timers);
