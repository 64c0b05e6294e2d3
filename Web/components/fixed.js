import { icon } from './icon/icon.js';
import { make } from './make.js';

/** Why these settings can't be changed here, each reason once; nothing where they can be. */
export function fixed(settings, ...keys) {
  const places = new Set(keys.map((key) => settings.lock(key)).filter((at) => at !== undefined));
  return [...places].map((where) => {
    const words = `This is set ${place(where)}, and can be changed only there.`;
    return make('p.fixed', {}, icon('privacy'), make('span', {}, words));
  });
}

/** Where a setting is fixed: by a flag, a variable or a file. */
function place(where) {
  if (where.startsWith('--')) return `on the command line with ${where}`;
  if (/^[A-Z_]+$/.test(where)) return `in the environment with ${where}`;
  return `in ${where}`;
}
