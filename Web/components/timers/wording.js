/** What a timer is called. */
export function nameOf({ kind, name }) {
  const noun = kind === 'alarm' ? 'the alarm' : 'the timer';
  return name ? `${noun} for ${name}` : noun;
}

/**
 * What is left of a timer, or when an alarm rings.
 *
 * @param {{kind: string, due_at: number}} timer
 * @param {number} now in milliseconds, by Kith's clock.
 * @param {number} here when it is due, by the clock of this page.
 */
export function left({ kind, due_at: due }, now, here) {
  if (kind === 'alarm') {
    const options = { hour: 'numeric', minute: '2-digit' };
    if (due - now > 20 * 3600 * 1000) options.weekday = 'short';
    return new Date(here).toLocaleTimeString([], options);
  }
  const seconds = Math.max(0, Math.ceil((due - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
