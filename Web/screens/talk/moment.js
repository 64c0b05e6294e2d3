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

/**
 * The sentence being said at `sample` of the reply, put together from its parts; null before the
 * first one.
 *
 * @returns {{key: string, pieces: {text: string, word: number}[], word: number} | null} `key` tells
 *   it from others; `word` is the index of the word being said, or -1.
 */
export function sentenceAt(captions, sample) {
  const here = captions.indexOf(begun(captions, sample));
  if (here < 0) return null;
  let [first, last] = [here, here];
  while (first > 0 && captions[first - 1].goes_on) first -= 1;
  while (captions[last].goes_on && last + 1 < captions.length) last += 1;
  const found = [];
  let word = -1;
  let before = 0;
  for (let index = first; index <= last; index += 1) {
    const caption = captions[index];
    if (index > first) found.push({ text: ' ', word: -1 });
    for (const piece of pieces(caption)) {
      found.push({ text: piece.text, word: piece.word < 0 ? -1 : before + piece.word });
    }
    if (index === here) {
      const said = wordAt(caption, sample);
      if (said >= 0) word = before + said;
    }
    before += caption.words?.length ?? 0;
  }
  return { key: `${captions[first].at} ${last - first}`, pieces: found, word };
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
