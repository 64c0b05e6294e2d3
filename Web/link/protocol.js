/* The wire between this page and Kith, as docs/protocol.md has it: the names of the events and the
   header of a sound message. A test compares the names with the document. */

/** Events this page sends. */
export const fromPage = Object.freeze([
  'kith.hello',
  'kith.listen',
  'kith.unlisten',
  'kith.playout',
  'kith.duck',
  'conversation.item.create',
  'response.cancel',
  'kith.take',
  'kith.silence',
  'kith.cancel_timer',
]);

/** Events Kith sends. */
export const fromKith = Object.freeze([
  'session.created',
  'kith.heard',
  'kith.window',
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.completed',
  'kith.nothing',
  'response.created',
  'response.output_text.delta',
  'kith.caption',
  'kith.face',
  'response.output_audio.done',
  'output_audio_buffer.cleared',
  'kith.duck',
  'response.done',
  'kith.command',
  'kith.timers',
  'kith.problem',
  'error',
]);

/** What a sound message carries. */
export const kinds = Object.freeze({ microphone: 1, reply: 2 });

/** Samples a second of every reply. */
export const replyRate = 24000;

/** The most bytes of text that may be typed at once. */
export const mostTyped = 16 * 1024;

/** The most bytes of samples in one message. */
export const mostSound = 64000;

const version = 1;
const headerLength = 16;
const lastFlag = 1;
const twoTo32 = 2 ** 32;

/**
 * A piece of a stream, as the wire carries it.
 *
 * @typedef {object} Sound
 * @property {number} kind one of `kinds`.
 * @property {number} stream which opening of the microphone, or which reply.
 * @property {number} position of the first sample in its stream.
 * @property {Int16Array} samples
 * @property {boolean} [last] whether nothing follows in its stream.
 */

/**
 * Makes a sound message.
 *
 * @param {Sound} sound
 * @returns {ArrayBuffer}
 */
export function encodeSound({ kind, stream, position, samples, last = false }) {
  const message = new ArrayBuffer(headerLength + samples.length * 2);
  const view = new DataView(message);
  view.setUint8(0, version);
  view.setUint8(1, kind);
  view.setUint16(2, last ? lastFlag : 0, true);
  view.setUint32(4, stream, true);
  view.setUint32(8, position % twoTo32, true);
  view.setUint32(12, Math.floor(position / twoTo32), true);
  for (let i = 0; i < samples.length; i += 1) {
    view.setInt16(headerLength + i * 2, samples[i], true);
  }
  return message;
}

/**
 * Reads a sound message.
 *
 * @param {ArrayBuffer} message
 * @returns {Sound | null} null for what is no sound message of this version.
 */
export function decodeSound(message) {
  const length = message.byteLength - headerLength;
  if (length < 0 || length % 2 !== 0 || length > mostSound) return null;
  const view = new DataView(message);
  if (view.getUint8(0) !== version) return null;
  const samples = new Int16Array(length / 2);
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = view.getInt16(headerLength + i * 2, true);
  }
  return {
    kind: view.getUint8(1),
    last: (view.getUint16(2, true) & lastFlag) !== 0,
    stream: view.getUint32(4, true),
    position: view.getUint32(12, true) * twoTo32 + view.getUint32(8, true),
    samples,
  };
}
