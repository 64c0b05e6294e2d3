// Colours as three numbers from 0 to 1.

export const BLACK = [0.02, 0.028, 0.04];
export const WHITE = [1, 1, 1];

export function mixed(from, to, share) {
  return from.map((part, i) => part + (to[i] - part) * share);
}

export function css(colour, alpha = 1) {
  const [red, green, blue] = colour.map((part) => Math.round(255 * part));
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** Reads `#rrggbb`; null for anything else. */
export function fromHex(text) {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  return digits ? [0, 2, 4].map((i) => Number.parseInt(digits.slice(i, i + 2), 16) / 255) : null;
}
