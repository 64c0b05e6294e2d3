/**
 * Cuts `text` where words of `query` stand in it, whatever their case.
 *
 * @returns {{text: string, isFound: boolean}[]} pieces in order that join to `text`.
 */
export function found(text, query) {
  const words = query.trim().split(/\s+/).filter(Boolean).map(escape);
  if (words.length === 0) return [{ text, isFound: false }];
  // The longest first, so that "to" does not take the beginning of "today".
  words.sort((a, b) => b.length - a.length);
  const pieces = [];
  let at = 0;
  for (const match of text.matchAll(new RegExp(words.join('|'), 'giu'))) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isFound: false });
    pieces.push({ text: match[0], isFound: true });
    at = match.index + match[0].length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), isFound: false });
  return pieces;
}

function escape(word) {
  return word.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
}
