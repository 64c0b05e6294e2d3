import { iconButton } from '../icon/icon.js';
import { make } from '../make.js';

const farEnough = 96;
const isWide = matchMedia('(width >= 48rem), (height < 34rem) and (width >= 40rem)');

/**
 * A screen that slides over the face: from below on a phone, from the right on a desktop.
 *
 * Event: `leave` (detail: 'back' or 'close') when the person wants to go.
 */
export class Sheet extends HTMLElement {
  /** The heading. */
  heading = make('h2', { tabIndex: -1, autofocus: true });
  /** Where the content goes. */
  body = make('div.body');
  /** The bar with the heading. */
  bar = make('header', { role: 'none' });

  #dialog = make('dialog.sheet');
  #back = iconButton('back', 'Back', () => this.#leave('back'));
  #close = iconButton('close', 'Close', () => this.#leave('close'));
  #drag = null;

  constructor() {
    super();
    this.heading.id = `heading-${this.localName}`;
    this.#dialog.setAttribute('aria-labelledby', this.heading.id);
    this.bar.append(this.#back, this.heading, this.#close);
    this.#dialog.append(make('div.grabber', { 'aria-hidden': 'true' }), this.bar, this.body);
    this.#dialog.addEventListener('cancel', (event) => {
      // What can't be held back closes it, and is told then.
      if (!event.cancelable) return;
      event.preventDefault();
      this.#leave('back');
    });
    this.#dialog.addEventListener('close', () => this.#closed());
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#leave('close');
    });
    this.#listenToSwipes();
  }

  connectedCallback() {
    this.append(this.#dialog);
  }

  /** Whether it lies beside the face instead of over it. */
  get isDocked() {
    return false;
  }

  /** Whether it is to be seen. */
  get isShown() {
    return this.#dialog.open;
  }

  /** Slides in; a second call with another page of it only changes the page. */
  show(page = '') {
    this.#back.hidden = page === '';
    this.render(page);
    if (!this.#dialog.open) {
      this.#dialog.classList.remove('leaving');
      if (this.isDocked) this.#dialog.show();
      else this.#dialog.showModal();
      document.documentElement.classList.toggle('with-column', this.isDocked);
      this.toTop();
    }
  }

  /** Shows the beginning. */
  toTop() {
    this.body.scrollTop = 0;
    this.#dialog.scrollTop = 0;
  }

  /** Slides out. */
  async hide() {
    if (!this.#dialog.open) return;
    document.documentElement.classList.remove('with-column');
    this.#dialog.classList.add('leaving');
    await Promise.allSettled(this.#dialog.getAnimations().map(({ finished }) => finished));
    if (!this.#dialog.classList.contains('leaving')) return;
    this.#dialog.close();
  }

  /** Puts the content of `page` into `body`. */
  render(_page) {}

  /** It has gone. */
  left() {}

  #closed() {
    if (this.#dialog.open) return;
    this.#dialog.style.removeProperty('--drag-x');
    this.#dialog.style.removeProperty('--drag-y');
    // A browser may close it by itself, when Escape is pressed again and again.
    if (!this.#dialog.classList.contains('leaving')) this.#leave('close');
    this.left();
  }

  #leave(how) {
    this.dispatchEvent(new CustomEvent('leave', { detail: how }));
  }

  #listenToSwipes() {
    const dialog = this.#dialog;
    dialog.addEventListener('pointerdown', (event) => {
      const { target, button } = event;
      const isOnBar = target.closest('.grabber, header') && !target.closest('button, input');
      if (!isOnBar || button !== 0) return;
      this.#drag = { x: event.clientX, y: event.clientY };
      dialog.setPointerCapture(event.pointerId);
    });
    dialog.addEventListener('pointermove', (event) => {
      if (!this.#drag) return;
      const [name, distance] = this.#dragged(event);
      dialog.style.setProperty(name, `${distance}px`);
    });
    const release = (event) => {
      if (!this.#drag) return;
      const [name, distance] = this.#dragged(event);
      this.#drag = null;
      if (event.type === 'pointerup' && distance > farEnough) this.#leave('close');
      else dialog.style.removeProperty(name);
    };
    dialog.addEventListener('pointerup', release);
    dialog.addEventListener('pointercancel', release);
  }

  #dragged({ clientX, clientY }) {
    return isWide.matches
      ? ['--drag-x', Math.max(0, clientX - this.#drag.x)]
      : ['--drag-y', Math.max(0, clientY - this.#drag.y)];
  }
}
