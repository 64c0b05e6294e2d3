/* What of a reply belongs to the sample that is being heard. */

/** The last of `list` (sorted by `at`) that has begun at `sample`, or null. */
export function begun(list, sample) {
  let found = null;
  for (const one of list) {
    if (one.at > sample) break;
    found = one;
  }
  return found;
}

/** The index of the word being said at `sample` of the reply, or -1 between words. */
export function wordAt(caption, sample) {
  const here = sample - caption.at;
  return (caption.words ?? []).findIndex(({ start, end }) => start <= here && here < end);
}

/** How far open and how round the mouth is at `sample` of the reply. */
export function mouthAt(face, sample) {
  const here = sample - face.at;
  const shape = (face.mouth ?? []).find(({ start, end }) => start <= here && here < end);
  return shape ?? { open: 0, round: 0 };
}

/**
 * Cuts the text of a caption at its words.
 *
 * @returns {{text: string, word: number}[]} pieces in order; `word` is -1 for what is no word.
 */
export function pieces(caption) {
  const { text, words = [] } = caption;
  const found = [];
  let at = 0;
  words.forEach((word, index) => {
    const start = text.indexOf(word.text, at);
    if (start < 0 || word.text === '') return;
    if (start > at) found.push({ text: text.slice(at, start), word: -1 });
    found.push({ text: word.text, word: index });
    at = start + word.text.length;
  });
  if (at < text.length) found.push({ text: text.slice(at), word: -1 });
  return found;
}
