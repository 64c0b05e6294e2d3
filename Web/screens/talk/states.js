/** What the face shows in each state, and the words for it; `name` is the companion's. */
const states = Object.freeze({
  away: { face: 'puzzled', words: () => 'Kith is not running' },
  waking: { face: 'asleep', looks: 'waking up', words: (name) => `${name} is waking up` },
  idle: { face: 'idle', words: () => 'Press the button, or the space bar' },
  listening: { face: 'listening', words: () => 'Listening' },
  hearing: { face: 'listening', words: () => 'Listening to you' },
  thinking: { face: 'thinking', words: () => 'Thinking' },
  speaking: { face: 'speaking', words: (name) => `${name} is speaking` },
  elsewhere: {
    face: 'asleep',
    looks: 'talking on another page',
    words: () => 'Talking on another page',
  },
});

/** The state `name`; one that this page does not know yet is shown as idle. */
function look(name) {
  return states[name] ?? states.idle;
}

/** What the face shows in the state `name`. */
export function faceIn(name) {
  return look(name).face;
}

/** What is said of the face in the state `name` where that is not what it shows; else undefined. */
export function looksIn(name) {
  return look(name).looks;
}

/**
 * What there is to know of a moment.
 *
 * @typedef {object} Moment
 * @property {string} state a state of the window, or `away`.
 * @property {string} name the companion's.
 * @property {boolean} [isListening] whether the microphone is open.
 * @property {boolean} [isMuted] whether it hears nothing on purpose.
 * @property {boolean} [isAnswering] whether there is an answer to wait for, or to hear.
 * @property {boolean} [isUnread] whether something typed has not reached Kith yet.
 * @property {boolean} [isAsleep] whether it was told to sleep.
 * @property {boolean} [isTouched] whether the screen is touched rather than pointed at.
 */

/** The line below the face. @param {Moment} moment */
export function stateWords(moment) {
  const { state, name, isListening, isMuted, isAnswering, isUnread, isAsleep, isTouched } = moment;
  if (state === 'away' && isUnread) return 'Kith is not running. It reads this when it is back';
  if (state === 'waking' && isListening) {
    const ears = isMuted ? 'and the microphone is muted' : 'but hears you already';
    return `${name} is waking up, ${ears}`;
  }
  if (state === 'waking' && isAnswering) return `${name} is waking up, then answers`;
  if (isListening && isMuted && !isAnswering && state !== 'away') return 'The microphone is muted';
  if (look(state) === states.idle && isAsleep) {
    return `${name} sleeps. ${isTouched ? 'Tap the button' : 'Press the button, or the space bar,'} to wake`;
  }
  if (look(state) === states.idle && isTouched) return 'Tap the button to talk';
  return look(state).words(name);
}

/** Why waking takes its time, said when it takes longer than a moment. */
export const whyWaking =
  'I’m reading who I am and what we said; the first time takes up to half a minute on a slow ' +
  'machine.';

/** What the companion says while nothing has been said yet. @param {Moment} moment */
export function hint({ state, name, isListening, isMuted }) {
  if (state === 'away') return 'I’m not awake. Start Kith, and I’ll be right here.';
  if (state === 'elsewhere') return 'I’m talking on another page just now.';
  if (isListening && isMuted) return 'I can’t hear you while the microphone is muted.';
  if (state === 'waking') {
    return isListening ? 'I’m waking up. Speak already, I hear you.' : 'One moment, I’m waking up.';
  }
  if (state === 'listening' || state === 'hearing') return 'I’m listening.';
  // So it is after the page was loaded again in the middle of an answer.
  if (state === 'thinking') return 'I’m thinking about what you said.';
  if (state === 'speaking') return 'I’m just answering you.';
  return `Hello, I’m ${name}. Talk to me, or write.`;
}

/**
 * Whether there is an answer to stop: one that sounds, is being given, or is still to come.
 *
 * @param {object} talk
 * @param {string} talk.state of the window.
 * @param {boolean} talk.isUp whether Kith is there.
 * @param {boolean} talk.isPlaying whether a reply sounds.
 * @param {boolean} talk.isAwaited whether a reply has begun and is not over, or typed words wait.
 */
export function isAnswering({ state, isUp, isPlaying, isAwaited }) {
  if (isPlaying) return true;
  // What is answered on another page is stopped there.
  if (!isUp || state === 'elsewhere') return false;
  return isAwaited || state === 'thinking' || state === 'speaking';
}
