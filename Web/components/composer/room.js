/** From how much of the room on it is told what is left. */
const near = 7 / 8;

/**
 * How much may still be written, in words; empty while there is plenty of room.
 *
 * @param {string} text what is written.
 * @param {number} most how long it may be, in bytes.
 * @param {boolean} wasRefused whether it was sent and not taken.
 */
export function roomWords(text, most, wasRefused) {
  // Whoever writes counts letters, not bytes, and no letter is less than a byte.
  if (text.length <= (most * near) / 4) return '';
  const bytes = new TextEncoder().encode(text.trim()).length;
  if (bytes <= most * near) return '';
  const letters = (Math.abs(most - bytes) * [...text.trim()].length) / bytes;
  if (bytes <= most) return `Room for ${about(Math.floor(letters))} more.`;
  const much = `${about(Math.ceil(letters))} too long`;
  return wasRefused
    ? `Not sent: ${much}. Nothing is lost; send it in parts.`
    : `This is ${much} to be sent at once.`;
}

/** A number as it is told: to the letter where it is small, so that what changes is worth hearing. */
function about(count) {
  const rounded = count > 100 ? Math.round(count / 100) * 100 : count;
  const number = rounded.toLocaleString('en');
  return `${count > 100 ? 'about ' : ''}${number} ${rounded === 1 ? 'letter' : 'letters'}`;
}
