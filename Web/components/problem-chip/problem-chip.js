import { icon, iconButton } from '../icon/icon.js';
import { make } from '../make.js';

/** One problem at a time, the worst first, with a button that does something about it.
 *
 * Event: `remedy` (detail: {does, code}).
 */
export class ProblemChip extends HTMLElement {
  #problems;
  #shown = null;

  connectedCallback() {
    this.setAttribute('role', 'status');
    this.hidden = true;
  }

  /** Shows the worst of `problems` from now on. */
  watch(problems) {
    this.#problems = problems;
    problems.addEventListener('change', () => this.#render());
    this.#render();
  }

  #render() {
    const worst = this.#problems.worst;
    const same = this.#shown?.message === worst?.message && this.#shown?.action === worst?.action;
    if (same) return;
    const hadFocus = this.contains(document.activeElement);
    this.#shown = worst;
    this.hidden = !worst;
    this.replaceChildren();
    if (!worst) {
      if (hadFocus) document.querySelector('kith-talk-button button')?.focus();
      return;
    }
    const { code, label, does, also, isPutAway } = worst;
    const [button, ...others] = [[label, does], ...also].map(([name, deed]) =>
      make(
        'button.button',
        { type: 'button', on: { click: () => this.#press({ does: deed, code }) } },
        name,
      ),
    );
    const putAway = () => this.#press({ does: 'dismiss', code });
    this.append(
      icon('warning'),
      make(
        'div.told',
        {},
        make('p.what', {}, worst.message),
        worst.action && make('p.todo', {}, worst.action),
        worst.details &&
          make('details', {}, make('summary', {}, 'Details'), make('p', {}, worst.details)),
      ),
      isPutAway ? iconButton('close', 'Put away', putAway) : '',
      make('div.buttons', {}, ...others, button),
    );
    if (hadFocus) button.focus();
  }

  #press({ does, code }) {
    this.dispatchEvent(new CustomEvent('remedy', { bubbles: true, detail: { does, code } }));
  }
}

customElements.define('kith-problem-chip', ProblemChip);
