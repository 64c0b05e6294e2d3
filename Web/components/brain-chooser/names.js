/** What a built-in brain is called among `brains`, in words for a person. */
export function brainName({ size }, brains) {
  if (brains.length < 2) return 'The one on this computer';
  const largest = Math.max(...brains.map((brain) => parseFloat(brain.size)));
  return parseFloat(size) === largest ? 'The larger one' : 'The smaller one';
}

/** The built-in brain that is thought with, or undefined. */
export function builtIn(brain, brains) {
  if (brain?.kind === 'server') return undefined;
  return brains.find(({ size, automatic }) => (brain?.size ? size === brain.size : automatic));
}
