import { make } from './make.js';

/** What is said of a voice or a brain that set-up has not fetched. */
export const absent = 'Not on this computer yet. scripts/setup fetches it.';

/** A title with quieter lines below it; empty lines are left out. */
export function told(title, ...about) {
  const lines = about.filter(Boolean).map((line) => make('span.about', {}, line));
  return make('span.told', {}, make('span.title', {}, title), ...lines);
}
