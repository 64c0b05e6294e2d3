import { icon, iconButton } from '../../components/icon/icon.js';
import { make } from '../../components/make.js';
import { Sheet } from '../../components/sheet/sheet.js';
import * as requests from '../../link/requests.js';
import { clock, dayOf, dayTitle, exact, moment } from './days.js';
import { found } from './found.js';
import './turn-story.js';

const typingPause = 200;
const nearTheEnd = 80;
const isBeside = matchMedia('(width >= 64rem) and (height >= 34rem)');
const endings = { cut: 'interrupted', incomplete: 'broke off' };

/** Everything that was said, by day; search; hear a turn again; why it went as it did. */
export class WordsSheet extends Sheet {
  #loudspeaker;
  #name = () => '';
  #open = () => {};
  #page = '';
  #scrolled = 0;
  #story = make('kith-turn-story', { hidden: true });
  #searching = make('div.search', { role: 'search' }, icon('search'));
  #search = make('input.field', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search what was said',
    autocomplete: 'off',
    enterKeyHint: 'search',
  });
  #list = make('div.turns');
  #told = make('p.told', { role: 'status' });
  #older = make('div.older', { 'aria-hidden': 'true' });
  #turns = [];
  #hasMore = false;
  #query = '';
  #asked = 0;
  #isLoadingOlder = false;
  #sounding = null;
  #timer = 0;

  /** What it needs: a loudspeaker, the companion's name, and the way to a place. */
  begin({ loudspeaker, name, open }) {
    this.#loudspeaker = loudspeaker;
    this.#name = name;
    this.#open = open;
    this.#searching.append(this.#search);
    this.bar.after(this.#searching);
    this.body.append(this.#story, this.#older, this.#list, this.#told);
    this.#search.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#find(), typingPause);
    });
    this.#search.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#search.value === '') return;
      // First it clears, and only then it closes.
      event.preventDefault();
      event.stopPropagation();
      this.#search.value = '';
      clearTimeout(this.#timer);
      this.#find();
    });
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && this.isShown) this.#loadOlder();
    }, { root: this.body, rootMargin: '200px' }).observe(this.#older);
    isBeside.addEventListener('change', async () => {
      if (!this.isShown) return;
      const page = this.#page;
      await this.hide();
      this.show(page);
    });
  }

  get isDocked() {
    return isBeside.matches;
  }

  render(page) {
    const before = this.#page;
    this.#page = /^\d+$/.test(page) ? page : '';
    const isStory = this.#page !== '';
    // Who came straight here goes back to the newest words.
    if (isStory && before === '') {
      this.#scrolled = this.isShown ? this.body.scrollTop : Number.MAX_SAFE_INTEGER;
    }
    this.heading.textContent = isStory ? 'Why did you do that?' : 'Words';
    this.#story.hidden = !isStory;
    for (const part of [this.#searching, this.#older, this.#list]) part.hidden = isStory;
    this.#told.hidden = isStory || this.#told.textContent === '';
    if (isStory) this.#story.tell(this.#page);
    if (!this.isShown) this.#load();
    else if (before !== this.#page) this.#turnedTo(before);
  }

  /** Who goes back is where they came from. */
  #turnedTo(before) {
    this.body.scrollTop = this.#page === '' ? this.#scrolled : 0;
    const row = this.#page === '' && this.#list.querySelector(`[data-why="${before}"]`);
    (row || this.heading).focus({ preventScroll: true });
  }

  left() {
    this.#hush();
  }

  /** Something new was said: it is added, and whoever reads older words is not disturbed. */
  async refresh() {
    if (!this.isShown || this.#query !== '') return;
    const asked = this.#asked;
    const { turns } = await requests.turns().catch(() => ({ turns: [] }));
    if (asked !== this.#asked || turns.length === 0) return;
    const { scrollTop, clientHeight, scrollHeight } = this.body;
    const isAtEnd = scrollTop + clientHeight > scrollHeight - nearTheEnd;
    this.#turns = [...this.#turns.filter(({ id }) => id < turns[0].id), ...turns];
    this.#render();
    if (isAtEnd && this.#page === '') this.body.scrollTop = this.body.scrollHeight;
  }

  async #load() {
    this.#asked += 1;
    const asked = this.#asked;
    const query = this.#query;
    try {
      const { turns, more } = await requests.turns(query ? { q: query } : {});
      if (asked !== this.#asked) return;
      this.#turns = turns;
      this.#hasMore = more;
      this.#render();
      if (this.#page === '') this.body.scrollTop = query ? 0 : this.body.scrollHeight;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#tell(`${error.message} ${error.action}`, ['Try again', () => this.#load()]);
    }
  }

  #find() {
    this.#query = this.#search.value.trim();
    this.#load();
  }

  async #loadOlder() {
    if (!this.#hasMore || this.#isLoadingOlder || this.#turns.length === 0) return;
    this.#isLoadingOlder = true;
    const query = this.#query;
    const oldest = this.#turns.reduce((least, { id }) => Math.min(least, id), Infinity);
    try {
      const { turns, more } = await requests.turns({ before: oldest, ...(query && { q: query }) });
      if (query === this.#query) {
        const fromBottom = this.body.scrollHeight - this.body.scrollTop;
        this.#turns = query ? [...this.#turns, ...turns] : [...turns, ...this.#turns];
        this.#hasMore = more && turns.length > 0;
        this.#render();
        if (!query) this.body.scrollTop = this.body.scrollHeight - fromBottom;
      }
    } catch {
      // The next scroll asks again.
    }
    this.#isLoadingOlder = false;
  }

  #render() {
    // Found turns stand newest first, so older ones follow at the end.
    if (this.#query) this.#list.after(this.#older);
    else this.#list.before(this.#older);
    const { activeElement } = document;
    const focused = this.#list.contains(activeElement) && activeElement.dataset.turn;
    const now = new Date();
    const days = [];
    for (const turn of this.#turns) {
      const date = moment(turn.started_at);
      const key = dayOf(date);
      if (days.at(-1)?.key !== key) days.push({ key, title: dayTitle(date, now), turns: [] });
      days.at(-1).turns.push(make('li', {}, this.#turn(turn, date)));
    }
    this.#list.replaceChildren(
      ...days.map(({ title, turns }) =>
        make('section', {}, make('h3', {}, title), make('ol', {}, ...turns)),
      ),
    );
    this.#mark();
    if (focused) this.#list.querySelector(`[data-turn="${focused}"]`)?.focus();
    if (this.#turns.length > 0) this.#tell('');
    else if (this.#query) this.#tell('I find no such words. Try fewer, or others.');
    else this.#tell('Nothing here yet. Tell me something worth keeping.');
  }

  #turn(turn, date) {
    const isPerson = turn.speaker === 'person';
    const words = found(turn.text, this.#query).map(({ text, isFound }) =>
      isFound ? make('mark', {}, text) : text,
    );
    const when = make('time', { dateTime: date.toISOString(), title: exact(date) }, clock(date));
    const ending = endings[turn.ending];
    const line = [
      make('span.who', {}, isPerson ? 'You' : this.#name()),
      when,
      make('span.words', {}, ...words, ending && make('span.ending', {}, ` — ${ending}`)),
    ];
    if (isPerson) return make('div.turn.person', {}, ...line);
    const again = iconButton('play', 'Hear again', () => this.#hear(turn.id));
    again.classList.add('again');
    again.dataset.turn = turn.id;
    const why = make(
      'button.why',
      {
        type: 'button',
        'aria-label': 'Why did you do that?',
        data: { why: turn.id },
        on: { click: () => this.#open(`words/${turn.id}`) },
      },
      'Why?',
    );
    return make('div.turn.companion', {}, ...line, again, why);
  }

  async #hear(id) {
    const isStop = this.#sounding === id;
    this.#hush();
    if (isStop) return;
    this.#loudspeaker.wake();
    this.#sounding = id;
    this.#mark();
    try {
      const file = await requests.turnSound(id);
      if (this.#sounding === id) await this.#loudspeaker.playFile(file);
    } catch (error) {
      this.#tell(error.message);
    }
    if (this.#sounding === id) this.#hush();
  }

  #hush() {
    this.#sounding = null;
    this.#mark();
    this.#loudspeaker.stopFile();
  }

  /** Shows which turn is being heard. */
  #mark() {
    for (const button of this.#list.querySelectorAll('[data-turn]')) {
      const isSounding = button.dataset.turn === String(this.#sounding);
      const name = isSounding ? 'Stop' : 'Hear again';
      button.closest('.turn').classList.toggle('sounding', isSounding);
      if (button.title === name) continue;
      button.title = name;
      button.setAttribute('aria-label', name);
      button.replaceChildren(icon(isSounding ? 'stop' : 'play'));
    }
  }

  #tell(words, remedy) {
    this.#told.replaceChildren(words);
    this.#told.hidden = words === '' || this.#page !== '';
    if (!remedy) return;
    const [label, click] = remedy;
    this.#told.append(make('button.button', { type: 'button', on: { click } }, label));
  }
}

customElements.define('kith-words-sheet', WordsSheet);
