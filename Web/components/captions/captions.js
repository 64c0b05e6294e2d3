import { make } from '../make.js';

/**
 * The last exchange in two lines a side: the person's words quiet, the companion's bright, the word
 * being said underlined.
 */
export class Captions extends HTMLElement {
  #person = make('p.person');
  #companion = make('p.companion');
  #words = [];
  #current = -1;
  #key = '';

  connectedCallback() {
    // What scrolls must be reachable with keys.
    for (const [line, name] of [[this.#person, 'You said'], [this.#companion, 'Answer']]) {
      line.setAttribute('role', 'group');
      line.setAttribute('aria-label', name);
    }
    this.append(this.#person, this.#companion);
  }

  /** What the person said. */
  person(text, isKept) {
    this.#person.classList.toggle('open', !isKept);
    if (this.#person.textContent === text) return;
    this.#person.textContent = text;
    this.#person.scrollTop = this.#person.scrollHeight;
    this.#reachable(this.#person);
  }

  /** What the companion says, in one piece; with `fromEnd` its end is what is seen of it. */
  companion(text, isQuiet = false, fromEnd = false) {
    this.#companion.classList.toggle('hint', isQuiet);
    if (this.#key === `text ${text}`) return;
    this.#key = `text ${text}`;
    this.#words = [];
    this.#companion.replaceChildren(text);
    this.#companion.scrollTop = fromEnd ? this.#companion.scrollHeight : 0;
    this.#reachable(this.#companion);
  }

  /** What the companion says, cut at the words; `key` tells sentences apart. */
  sentence(key, pieces) {
    if (this.#key === `sentence ${key}`) return;
    this.#key = `sentence ${key}`;
    this.#words = [];
    this.#current = -1;
    this.#companion.classList.remove('hint');
    this.#companion.replaceChildren(
      ...pieces.map(({ text, word }) => {
        if (word < 0) return text;
        this.#words[word] = make('span', {}, text);
        return this.#words[word];
      }),
    );
    this.#companion.scrollTop = 0;
    this.#reachable(this.#companion);
  }

  /** The word being said, or -1. */
  word(index) {
    if (index === this.#current) return;
    this.#words[this.#current]?.classList.remove('now');
    this.#current = index;
    const word = this.#words[index];
    if (!word) return;
    word.classList.add('now');
    const line = this.#companion;
    const isBelow = word.offsetTop + word.offsetHeight > line.scrollTop + line.clientHeight + 4;
    if (isBelow || word.offsetTop < line.scrollTop) line.scrollTop = word.offsetTop;
  }

  #reachable(line) {
    if (line.scrollHeight > line.clientHeight + 4) line.tabIndex = 0;
    else line.removeAttribute('tabindex');
  }
}

customElements.define('kith-captions', Captions);
