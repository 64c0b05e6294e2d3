import { mostTyped } from '../../link/protocol.js';
import { iconButton } from '../icon/icon.js';
import { make } from '../make.js';
import { roomWords } from './room.js';

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
  #room = make('p.room', { role: 'status' });
  #isRefused = false;

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
    this.append(this.#room, form);
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
    if (text === '') return;
    if (this.#isTooLong) {
      this.#isRefused = true;
      this.#fit();
      return;
    }
    const isTaken = this.dispatchEvent(new CustomEvent('say', { detail: text, cancelable: true }));
    if (!isTaken) return;
    this.#field.value = '';
    this.#fit();
  }

  get #isTooLong() {
    return new TextEncoder().encode(this.#field.value.trim()).length > mostTyped;
  }

  /** Tells how much may still be written, when that is little; and why something was not sent. */
  #tellRoom() {
    const isTooLong = this.#isTooLong;
    this.#isRefused &&= isTooLong;
    this.#field.setAttribute('aria-invalid', isTooLong);
    this.#room.classList.toggle('over', isTooLong);
    const words = roomWords(this.#field.value, mostTyped, this.#isRefused);
    if (this.#room.textContent !== words) this.#room.textContent = words;
  }

  /** As high as its words, up to a few lines. */
  #fit() {
    this.#send.disabled = this.#field.value.trim() === '';
    this.#tellRoom();
    this.#field.style.setProperty('height', 'auto');
    if (this.#field.scrollHeight > 0) {
      this.#field.style.setProperty('height', `${this.#field.scrollHeight + 2}px`);
    }
  }
}

customElements.define('kith-composer', Composer);
