import { mostTyped } from '../../link/protocol.js';
import { iconButton } from '../icon/icon.js';
import { make } from '../make.js';

/** A line to type in. Events: `say` (detail: the text), `leave`. */
export class Composer extends HTMLElement {
  #field = make('textarea.field', {
    rows: 1,
    name: 'words',
    placeholder: 'Write something',
    'aria-label': 'Write something',
    enterKeyHint: 'send',
    autocomplete: 'off',
  });
  #send = iconButton('send', 'Send');

  connectedCallback() {
    this.hidden = true;
    const leave = iconButton('close', 'Stop writing', () => this.close());
    this.#send.type = 'submit';
    this.#send.classList.add('send');
    const form = make('form', {}, leave, this.#field, this.#send);
    form.addEventListener('submit', (event) => this.#submit(event));
    this.#field.addEventListener('input', () => this.#fit());
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) this.#submit(event);
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.close();
      }
    });
    this.append(form);
    this.#fit();
  }

  /** Opens with `text` already written. */
  open(text = '') {
    this.hidden = false;
    this.#field.value += text;
    this.#fit();
    this.#field.focus();
  }

  close() {
    if (this.hidden) return;
    this.hidden = true;
    this.dispatchEvent(new Event('leave'));
  }

  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (text === '' || this.#isTooLong) return;
    const isTaken = this.dispatchEvent(new CustomEvent('say', { detail: text, cancelable: true }));
    if (!isTaken) return;
    this.#field.value = '';
    this.#fit();
  }

  get #isTooLong() {
    return new TextEncoder().encode(this.#field.value).length > mostTyped;
  }

  /** As high as its words, up to a few lines. */
  #fit() {
    this.#send.disabled = this.#field.value.trim() === '';
    this.#field.setCustomValidity(this.#isTooLong ? 'That is too much at once.' : '');
    this.#field.style.setProperty('height', 'auto');
    if (this.#field.scrollHeight > 0) {
      this.#field.style.setProperty('height', `${this.#field.scrollHeight + 2}px`);
    }
  }
}

customElements.define('kith-composer', Composer);
