/** Fails unless both are the same when written down. */
export function equal(found, expected, about = '') {
  const [a, b] = [found, expected].map((value) => JSON.stringify(plain(value)));
  if (a !== b) throw new Error(`${about} expected ${b}, found ${a}`.trim());
}

/** Fails unless `condition` holds. */
export function holds(condition, about) {
  if (!condition) throw new Error(`does not hold: ${about}`);
}

function plain(value) {
  return ArrayBuffer.isView(value) ? [...value] : value;
}
