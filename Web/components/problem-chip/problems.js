/* What this page finds out by itself, in the words a person is told. */
export const own = Object.freeze({
  kith_away: {
    message: 'Kith is not running on this computer.',
    action: 'Start it with scripts/run, or wait a moment.',
  },
  microphone_insecure: {
    message: 'The browser gives no microphone to a page without https.',
    action:
      'Open Kith on the computer it runs on, at http://localhost, or over https. ' +
      'Typing works here.',
  },
  microphone_refused: {
    message: 'This page may not use the microphone.',
    action: 'Press the symbol at the left of the address, allow the microphone, then try again.',
  },
  microphone_missing: {
    message: 'There is no microphone.',
    action: 'Plug one in, then try again.',
  },
  microphone_busy: {
    message: 'Another program is holding the microphone.',
    action: 'Close it there, then try again.',
  },
  microphone_broken: {
    message: 'The microphone could not be opened.',
    action: 'Unplug it and plug it in again, then try once more.',
  },
  microphone_lost: {
    message: 'The microphone went away.',
    action: 'Plug it in again, or choose another one in your system.',
  },
  sound_held: {
    message: 'The browser holds the sound back.',
    action: 'One tap lets it through.',
  },
  elsewhere: {
    message: 'The conversation is open on another page.',
    action: 'Bring it here to talk.',
  },
  hidden: {
    message: 'I stopped listening while you were away.',
    action: 'Nothing was heard meanwhile.',
  },
  too_much: {
    message: 'Too much is waiting to be read already.',
    action: 'Wait until Kith has read some of it; what you wrote stays here.',
  },
});

/** From the worst to the mildest; what is not named stands where `*` is. */
const order = [
  'kith_away',
  'elsewhere',
  'sound_held',
  'disk_full',
  'database_damaged',
  'data_folder_unusable',
  'hearing_failed',
  'brain_model_missing',
  'brain_refused_key',
  'brain_forbidden',
  'brain_unreachable',
  'address_refused',
  'brain_not_a_model_server',
  'part_missing',
  'part_damaged',
  'engine_failed',
  'voice_failed',
  '*',
  'brain_failed',
  'brain_silent',
  'brain_too_slow',
  'brain_broke_off',
  'brain_busy',
  // Who can't be heard can write, as long as there is somebody who thinks.
  'microphone_insecure',
  'microphone_refused',
  'microphone_missing',
  'microphone_busy',
  'microphone_broken',
  'microphone_lost',
  'too_much',
  'sound_missing',
  'hidden',
  'brain_waking',
];

const anywhere = order.indexOf('*');
const most = 20;

/** What each problem's button does; `dismiss` where there is nothing to do but to know. */
const remedies = {
  kith_away: ['Try again', 'retry'],
  elsewhere: ['Talk here', 'take'],
  sound_held: ['Turn sound on', 'wake'],
  microphone_insecure: ['Type instead', 'type'],
  microphone_refused: ['Try again', 'listen'],
  microphone_missing: ['Try again', 'listen'],
  microphone_busy: ['Try again', 'listen'],
  microphone_broken: ['Try again', 'listen'],
  microphone_lost: ['Try again', 'listen'],
  hidden: ['Listen again', 'listen'],
  brain_unreachable: ['Who thinks', 'brain'],
  brain_model_missing: ['Who thinks', 'brain'],
  brain_refused_key: ['Who thinks', 'brain'],
  brain_forbidden: ['Who thinks', 'brain'],
  brain_not_a_model_server: ['Who thinks', 'brain'],
  address_refused: ['Who thinks', 'brain'],
  brain_too_slow: ['Who thinks', 'brain'],
  part_missing: ['Look again', 'look'],
  part_damaged: ['Look again', 'look'],
};

const transient = new Set(['brain_waking', 'sound_missing', 'hidden', 'too_much']);

/** The problems there are now. Event: `change`. */
export class Problems extends EventTarget {
  #known = new Map();

  /** Adds one of this page's own, if need be in other words. */
  add(code, message = own[code].message) {
    this.put({ code, action: own[code].action, message });
  }

  /** Whether it is known. */
  has(code) {
    return this.#known.has(code);
  }

  /** Adds one, or takes newer words for it. */
  put({ code, message, action, details }) {
    if (!this.#known.has(code) && this.#known.size >= most) return;
    this.#known.set(code, { code, message, action, details });
    this.dispatchEvent(new Event('change'));
  }

  /** It is no more. */
  clear(code) {
    if (this.#known.delete(code)) this.dispatchEvent(new Event('change'));
  }

  /** Takes back all that Kith told; `listed` are those it tells now. */
  replace(listed) {
    for (const code of this.#known.keys()) if (!(code in own)) this.#known.delete(code);
    for (const problem of listed) this.#known.set(problem.code, problem);
    this.dispatchEvent(new Event('change'));
  }

  /** Things went on: what was only true for a moment is over. */
  moveOn() {
    for (const code of transient) this.clear(code);
  }

  /** The worst one with its remedy, or null when all is well. */
  get worst() {
    const all = [...this.#known.values()].sort((a, b) => rank(a.code) - rank(b.code));
    if (all.length === 0) return null;
    const [worst] = all;
    const [label, does] = remedies[worst.code] ?? ['All right', 'dismiss'];
    // Without a microphone one writes, or leaves it at that.
    const isDeaf = worst.code.startsWith('microphone_') && does !== 'dismiss';
    const also = isDeaf && does !== 'type' ? [['Type instead', 'type']] : [];
    return { ...worst, label, does, also, isPutAway: isDeaf };
  }
}

function rank(code) {
  const index = order.indexOf(code);
  return index < 0 ? anywhere : index;
}
