import { make } from '../make.js';

/* Drawn here: 24 px, lines of 1.75 px, round joins. */
const shapes = {
  microphone: [
    'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3z',
    'M5.5 11a6.5 6.5 0 0 0 13 0M12 17.5v3M9 20.5h6',
  ],
  'microphone-off': [
    'M15 10.5v-4a3 3 0 0 0-5.7-1.3M9 9v2.5a3 3 0 0 0 4.6 2.54',
    'M5.5 11a6.5 6.5 0 0 0 10.4 5.2M18.5 11a6.5 6.5 0 0 1-.7 2.95M12 17.5v3M9 20.5h6M4 4l16 16',
  ],
  listening: ['M4.5 10v4M8.25 7v10M12 4.5v15M15.75 8v8M19.5 10.5v3'],
  stop: ['M8.5 6.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z'],
  keyboard: [
    'M5 6.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z',
    'M6.75 10h.01M10.25 10h.01M13.75 10h.01M17.25 10h.01M8.5 14h7',
  ],
  bell: [
    'M6.5 16.5h11c-1-1.1-1.5-2.2-1.5-4V10a4 4 0 0 0-8 0v2.5c0 1.8-.5 2.9-1.5 4z',
    'M10.5 19a1.6 1.6 0 0 0 3 0M12 6V4.5',
  ],
  timer: ['M12 6.5a6.75 6.75 0 1 0 0 13.5 6.75 6.75 0 0 0 0-13.5zM12 9.75V13.25l2.25 1.5M9.75 3.5h4.5'],
  send: ['M12 19.5V5M6 11l6-6 6 6'],
  close: ['M6 6l12 12M18 6L6 18'],
  back: ['M14.5 5.5L8 12l6.5 6.5'],
  forward: ['M9.5 5.5L16 12l-6.5 6.5'],
  settings: [
    'M4 7.5h8M17.5 7.5H20M4 16.5h2.5M12 16.5h8',
    'M14.75 4.75a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM9.25 13.75a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5z',
  ],
  words: ['M4.5 6.5h15M4.5 11h10M4.5 15.5h15M4.5 20h7'],
  volume: ['M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z', 'M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.75 7.75 0 0 1 0 11'],
  'volume-off': ['M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z', 'M16 9.5l5 5M21 9.5l-5 5'],
  play: ['M8 5.5v13l10.5-6.5z'],
  again: ['M5 12a7 7 0 1 0 2.3-5.2L5 9M5 4.5V9h4.5'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  warning: ['M12 4.5l8.5 15h-17zM12 10.5v4M12 17h.01'],
  thinking: [
    'M12 4a5.75 5.75 0 0 0-3.4 10.4c.9.7 1.4 1.3 1.4 2.35h4c0-1.05.5-1.65 1.4-2.35A5.75 5.75 0 0 0 12 4z',
    'M10 20h4',
  ],
  voice: [
    'M4.5 6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H12l-4.5 4v-4h-1a2 2 0 0 1-2-2z',
    'M9 8.75v2.5M12 7.5v5M15 8.75v2.5',
  ],
  look: [
    'M3 12s3.25-6 9-6 9 6 9 6-3.25 6-9 6-9-6-9-6z',
    'M12 9.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5z',
  ],
  privacy: [
    'M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 18v-6A1.5 1.5 0 0 1 7 10.5z',
    'M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2',
  ],
  about: ['M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8h.01'],
  wave: ['M9 12.5V6a1.5 1.5 0 0 1 3 0v5M12 11V4.75a1.5 1.5 0 0 1 3 0V11M15 11V6.5a1.5 1.5 0 0 1 3 0V14a6.5 6.5 0 0 1-6.5 6.5c-2.5 0-4-1.2-5.25-3.25L4 13.5a1.5 1.5 0 0 1 2.5-1.7L9 14.5'],
  search: ['M10.75 4.5a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM15.5 15.5l4.5 4.5'],
  computer: ['M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V7A1.5 1.5 0 0 1 5 5.5zM9 20h6M12 16.5V20'],
  network: ['M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c2.25 2.3 3.25 5 3.25 8S14.25 17.7 12 20c-2.25-2.3-3.25-5-3.25-8S9.75 6.3 12 4z'],
};

/** The icon `name`, silent for screen readers: what carries it has a name. */
export function icon(name) {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = {
    class: 'icon',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.75,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  for (const shape of shapes[name]) {
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', shape);
    svg.append(path);
  }
  return svg;
}

/** A round button that shows an icon and has a name. */
export function iconButton(picture, name, click) {
  return make(
    'button.icon-button',
    { type: 'button', 'aria-label': name, title: name, on: click && { click } },
    icon(picture),
  );
}
