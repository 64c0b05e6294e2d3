// Where everything is in the numbers of the face. Mirrors Sources/FaceEngine/FaceLayout.swift; a test
// reads both.

const enumerate = (words) => words.trim().split(/\s+/);
const indices = (names) => Object.freeze(Object.fromEntries(names.map((name, i) => [name, i])));

export const STATES = enumerate('asleep idle listening thinking speaking puzzled');

export const EMOTIONS = enumerate(`
  neutral happy amused laughing sad angry afraid surprised startled disgusted
  loving shy proud curious bored nervous sleepy calm dizzy winking searching
  puzzled deadBattery pleased hugged`);

const EYE_PARTS = enumerate(`
  x y width height corner angle
  upperLid upperTilt upperBend lowerLid lowerTilt lowerBend
  pupilX pupilY pupilSize highlightX highlightY highlightSize
  glow tint heart spiral sparkle tear radius`);

const HEAD_PARTS = enumerate(`
  x y angle scaleX scaleY dim driftX driftY
  red green blue blush
  mouthShow mouthX mouthY mouthWidth mouthOpen mouthCurve mouthRound mouthSkew
  mouthWave mouthRadius
  spiralAngle sweat sleep question battery
  fall doze pulse
  halo gazeX gazeY breath shake shown events`);

export const EYE = indices(EYE_PARTS);
export const EYE_STRIDE = EYE_PARTS.length;
const headStart = 2 * EYE_STRIDE;
export const HEAD = indices(HEAD_PARTS);
export const HEAD_START = headStart;
export const EYE_POINTS = 48;
export const MOUTH_POINTS = 32;
export const EYE_POINTS_START = headStart + HEAD_PARTS.length;
export const MOUTH_POINTS_START = EYE_POINTS_START + 2 * 2 * EYE_POINTS;
export const COUNT = MOUTH_POINTS_START + 2 * MOUTH_POINTS;

export const TOUCHES = indices(['none', 'stroke', 'poke', 'hold']);
export const SHAKEN = 1;
