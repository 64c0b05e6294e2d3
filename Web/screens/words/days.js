/* When something was said, in the words people use. */

const locale = 'en-GB';

/** The time that Kith wrote down: milliseconds, or a date in words of ISO 8601. */
export function moment(startedAt) {
  return new Date(startedAt);
}

/** A key that tells days apart. */
export function dayOf(date) {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** "Today", "Yesterday", "Monday 24 November", with the year when it is another one. */
export function dayTitle(date, now) {
  const daysAgo = Math.round((midnight(now) - midnight(date)) / 86400000);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const parts = { weekday: 'long', day: 'numeric', month: 'long' };
  if (date.getFullYear() !== now.getFullYear()) parts.year = 'numeric';
  return new Intl.DateTimeFormat(locale, parts).format(date).replace(',', '');
}

/** The time of day: "21:36". */
export function clock(date) {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(date);
}

/** Everything: "Monday 24 November 2026 at 21:36:05". */
export function exact(date) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(date);
}

function midnight(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
