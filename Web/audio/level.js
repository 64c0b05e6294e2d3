const floor = -60;
const ceiling = -12;

/** How loud 16-bit samples are, from 0 (silence) to 1 (close and lively speech). */
export function loudness(samples) {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length / 32768 ** 2 + 1e-12);
  return Math.max(0, Math.min(1, (decibels - floor) / (ceiling - floor)));
}
