/* Figures and verdicts about who thinks, as a person would say them. */

/** "2.5 s", "12 s", with a space that does not break. */
export function seconds(milliseconds) {
  const value = milliseconds / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}\u00a0s`;
}

const known = {
  first_sound_ms: (value) => `answers after about ${seconds(value)}`,
  first_token_ms: (value) => `first word after ${seconds(value)}`,
  tokens_per_second: (value) => `writes ${Math.round(value)} pieces of a word a second`,
  memory_mb: (value) => `needs ${(value / 1000).toFixed(1)}\u00a0GB of memory`,
  disk_mb: (value) => `takes ${(value / 1000).toFixed(1)}\u00a0GB of disk`,
};

/**
 * What was measured of a brain, as one line.
 *
 * @param {string | Record<string, number> | null | undefined} figures words, or numbers by name.
 * @returns {string} empty when nothing was measured.
 */
export function figuresInWords(figures) {
  if (!figures) return '';
  if (typeof figures === 'string') return figures;
  const parts = Object.entries(known)
    .filter(([name]) => typeof figures[name] === 'number')
    .map(([name, words]) => words(figures[name]));
  const line = parts.join(', ');
  return line && `${line[0].toUpperCase()}${line.slice(1)}.`;
}

/** What came of a check, as one line. */
export function verdictInWords({ reachable, verdict, first_token_ms: wait, models = [] }) {
  if (typeof verdict === 'string' && verdict.includes(' ')) return verdict;
  if (!reachable) return 'Nobody answers there. Is the server running, and is the address right?';
  if (typeof wait !== 'number') {
    return models.length > 0 ? 'It answers. Choose a model, then check again.' : 'It answers, but has no model yet.';
  }
  const measured = `The first word came after ${seconds(wait)}.`;
  if (wait <= 1000) return `${measured} That is quick enough to talk with.`;
  if (wait <= 2500) return `${measured} There will be a short pause before each answer.`;
  return `${measured} Expect long pauses.`;
}
