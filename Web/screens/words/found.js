/**
 * Cuts `text` where words of `query` stand in it, whatever their case and accents.
 *
 * @returns {{text: string, isFound: boolean}[]} pieces in order that join to `text`.
 */
export function found(text, query) {
  const words = query.split(/\s+/).map((word) => fold(word).join('')).filter(Boolean).map(escape);
  if (words.length === 0) return [{ text, isFound: false }];
  // The longest first, so that "to" does not take the beginning of "today".
  words.sort((a, b) => b.length - a.length);
  const letters = [...text];
  const folded = fold(text);
  const starts = [];
  folded.forEach((letter, index) => starts.push(...Array(letter.length).fill(index)));
  const pieces = [];
  const add = (from, to, isFound) => {
    if (to > from) pieces.push({ text: letters.slice(from, to).join(''), isFound });
  };
  let at = 0;
  for (const { 0: match, index } of folded.join('').matchAll(new RegExp(words.join('|'), 'g'))) {
    const from = starts[index];
    const to = starts[index + match.length - 1] + 1;
    add(at, from, false);
    add(Math.max(from, at), to, true);
    at = to;
  }
  add(at, letters.length, false);
  return pieces;
}

/** Each letter small and without its marks. */
function fold(text) {
  return [...text].map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}

function escape(word) {
  return word.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
}
