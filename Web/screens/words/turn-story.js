import { make } from '../../components/make.js';
import * as requests from '../../link/requests.js';

const lanes = { heard: 'Heard', decided: 'Decided', thought: 'Thought', said: 'Said' };
const steps = [50, 100, 200, 500, 1000, 2000, 5000, 10000];
const mostTicks = 5;

/** One turn as a timeline, with reasons: drawn, and as a list for everybody. */
export class TurnStory extends HTMLElement {
  #asked = 0;

  /** Shows the turn `id`. */
  async tell(id) {
    this.#asked += 1;
    const asked = this.#asked;
    this.replaceChildren(make('p.quiet', { role: 'status' }, 'One moment.'));
    try {
      const { turn, story } = await requests.turnStory(id);
      if (asked === this.#asked) this.replaceChildren(...contents(turn, story));
    } catch (error) {
      if (asked !== this.#asked) return;
      const words = [error.message, error.action].filter(Boolean).join(' ');
      this.replaceChildren(make('p.quiet', { role: 'status' }, words));
    }
  }
}

function contents(turn, story) {
  return [
    drawing(story),
    make('p.quiet.small', {}, story.legend),
    make('ol.steps', {}, ...story.lines.map(step)),
    make(
      'a.button',
      { href: requests.traceAddress(turn), download: `kith-turn-${turn}.json` },
      'Save as a trace',
    ),
    make(
      'p.quiet.small',
      {},
      'A trace holds times, likelihoods and decisions, and none of your words. ',
      make('code', {}, 'kith replay'),
      ' decides the same turn again.',
    ),
  ];
}

function step({ lane, from_ms: from, what, why }) {
  return make(
    'li',
    { data: { lane } },
    make('span.when', {}, make('span.only-heard', {}, 'At '), signed(from), unit()),
    make('span.lane', {}, lanes[lane]),
    make('span.what', {}, what, why && make('span.because', {}, ` ${why}`)),
  );
}

function unit() {
  return make('span.only-heard', {}, ' milliseconds');
}

/** The same for the eyes: a bar or a dot in one of four rows over one axis. */
function drawing({ lines, from_ms: first, until_ms: last }) {
  const place = (time) => `${(100 * (Math.min(Math.max(time, first), last) - first)) / (last - first)}%`;
  const rows = Object.keys(lanes).map((lane) => {
    const marks = lines
      .filter((line) => line.lane === lane)
      .filter(({ from_ms: from, until_ms: until }) => (until ?? from) >= first && from <= last)
      .map((line) => mark(line, place, { first, last }));
    return make('div.row', {}, make('span.name', {}, lanes[lane]), make('div.track', {}, ...marks));
  });
  const ticks = times(first, last).map((time) => {
    const tick = make('span.tick', {}, signed(time));
    tick.style.setProperty('--at', place(time));
    tick.classList.toggle('zero', time === 0);
    return tick;
  });
  return make('div.drawing', { 'aria-hidden': 'true' }, ...rows, make('div.axis', {}, ...ticks));
}

function mark({ lane, from_ms: from, until_ms: until }, place, { first, last }) {
  const isBar = until !== undefined && until !== null;
  const drawn = make(isBar ? 'span.bar' : 'span.dot', { data: { lane } });
  drawn.style.setProperty('--at', place(from));
  if (isBar) {
    drawn.style.setProperty('--until', place(until));
    drawn.classList.toggle('from-before', from < first);
    drawn.classList.toggle('goes-on', until > last);
  }
  return drawn;
}

/** Where the axis has numbers. */
function times(first, last) {
  const step = steps.find((size) => (last - first) / size <= mostTicks) ?? 60000;
  const found = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) found.push(at);
  return found;
}

function signed(time) {
  if (time === 0) return '0';
  return `${time < 0 ? '−' : '+'}${Math.abs(time)}`;
}

customElements.define('kith-turn-story', TurnStory);
