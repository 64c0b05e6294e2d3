// What the face shows, in words, and which of its expressions fits a feeling.

/** What somebody hears who can't see the face. A page in another language replaces these. */
export const WORDS = {
  states: {
    asleep: 'asleep', idle: 'awake', listening: 'listening', thinking: 'thinking',
    speaking: 'speaking', puzzled: 'puzzled',
  },
  emotions: {
    happy: 'happy', amused: 'amused', laughing: 'laughing', sad: 'sad', angry: 'angry',
    afraid: 'afraid', surprised: 'surprised', startled: 'startled', disgusted: 'disgusted',
    loving: 'full of love', shy: 'shy', proud: 'proud', curious: 'curious', bored: 'bored',
    nervous: 'nervous', sleepy: 'sleepy', calm: 'calm', dizzy: 'dizzy', winking: 'winking',
    searching: 'looking for something', puzzled: 'puzzled', deadBattery: 'out of power',
    pleased: 'pleased', hugged: 'hugged',
  },
  /** `Mira is listening and looks happy` */
  sentence: (name, state, emotion) => `${name} is ${state}${emotion ? ` and looks ${emotion}` : ''}`,
};

/** Names of feelings that are shown by an expression with another name, and how strongly. */
const FEELINGS = {
  joy: ['happy', 1], affection: ['loving', 0.7], love: ['loving', 1], amusement: ['amused', 1],
  laugh: ['laughing', 1], curiosity: ['curious', 1], pride: ['proud', 1], surprise: ['surprised', 1],
  worry: ['nervous', 0.8], fear: ['afraid', 1], sadness: ['sad', 1], loneliness: ['sad', 0.7],
  hurt: ['sad', 0.85], irritation: ['angry', 0.6], anger: ['angry', 1], disgust: ['disgusted', 1],
  boredom: ['bored', 1], blush: ['shy', 1], wink: ['winking', 1], tired: ['sleepy', 1],
  hug: ['hugged', 1],
};

/** The expression for a name, with the weight it is shown by. */
export function expression(name, weight) {
  const [shown, share] = FEELINGS[name] ?? [name, 1];
  return [shown, weight * share];
}
