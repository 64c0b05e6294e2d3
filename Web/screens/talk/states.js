/** What the face shows in each state, and the words for it; `name` is the companion's. */
export const states = Object.freeze({
  away: { face: 'puzzled', words: () => 'Kith is not running' },
  waking: { face: 'asleep', words: (name) => `${name} is waking up` },
  idle: { face: 'idle', words: () => 'Tap the button to talk' },
  listening: { face: 'listening', words: () => 'Listening' },
  hearing: { face: 'listening', words: () => 'Listening to you' },
  thinking: { face: 'thinking', words: () => 'Thinking' },
  speaking: { face: 'speaking', words: (name) => `${name} is speaking` },
  elsewhere: { face: 'asleep', words: () => 'Talking on another page' },
});

/** The state `name`; one that this page does not know yet is shown as idle. */
export function look(name) {
  return states[name] ?? states.idle;
}

/** What the companion says while nothing has been said yet. */
export function hint(state, name) {
  if (state === 'away') return 'I’m not awake. Start Kith, and I’ll be right here.';
  if (state === 'elsewhere') return 'I’m talking on another page just now.';
  if (state === 'waking') return 'One moment, I’m waking up.';
  if (state === 'listening' || state === 'hearing') return 'I’m listening.';
  return `Hello, I’m ${name}. Talk to me, or write.`;
}
