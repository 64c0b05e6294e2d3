/**
 * Which sheet lies over the face: one at a time, in step with the browser's history, so that the
 * back gesture closes it.
 *
 * A place is the name of a sheet, or `sheet/page`; it stands in the address after `#`.
 */
export class Sheets {
  #sheets;

  /** @param {Map<string, import('../components/sheet/sheet.js').Sheet>} sheets by name. */
  constructor(sheets) {
    this.#sheets = sheets;
    addEventListener('popstate', () => this.#apply());
    for (const [name, sheet] of sheets) {
      sheet.addEventListener('leave', ({ detail }) => this.#leave(name, detail));
    }
    if (location.hash) this.#apply();
  }

  /** Whether a sheet is open. */
  get isOpen() {
    return this.#place !== '';
  }

  /** Opens a place, such as `settings` or `settings/voice`. */
  open(place) {
    if (place === this.#place) return;
    const depth = history.state?.depth ?? 0;
    const isWithin = this.#place === '' || place.startsWith(`${this.#place}/`);
    if (isWithin) history.pushState({ depth: depth + 1 }, '', `#${place}`);
    else history.replaceState({ depth }, '', `#${place}`);
    this.#apply();
  }

  /** Closes what is open. */
  close() {
    if (!this.isOpen) return;
    const depth = history.state?.depth ?? 0;
    if (depth > 0) {
      history.go(-depth);
    } else {
      history.replaceState({ depth: 0 }, '', location.pathname + location.search);
      this.#apply();
    }
  }

  get #place() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      // Somebody mistyped the address; there is no such sheet.
      return '';
    }
  }

  #leave(name, how) {
    const isOnPage = this.#place !== name;
    if (how === 'close' || !isOnPage) {
      this.close();
    } else if ((history.state?.depth ?? 0) > 1) {
      history.back();
    } else {
      history.replaceState(history.state, '', `#${name}`);
      this.#apply();
    }
  }

  #apply() {
    const [name, page] = this.#place.split('/');
    for (const [other, sheet] of this.#sheets) if (other !== name) sheet.hide();
    this.#sheets.get(name)?.show(page ?? '');
  }
}
