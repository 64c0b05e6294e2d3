const loudness = 0.06;
const bell = 0.16;

/** Two soft notes for each sign, in hertz. */
const notes = {
  wake: [523.25, 783.99],
  sleep: [659.25, 440],
  sent: [880, 880],
  ring: [659.25, 830.61],
};

/** Plays a short, soft sign of sine waves. */
export function playEarcon(context, output, name) {
  const [first, second] = notes[name];
  const start = context.currentTime + 0.01;
  if (name === 'ring') {
    playBell(context, output, first, start);
    playBell(context, output, second, start + 0.45);
    return;
  }
  playNote(context, output, first, start);
  if (second !== first) playNote(context, output, second, start + 0.09);
}

function playNote(context, output, frequency, start) {
  const oscillator = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.22);
  oscillator.connect(gain).connect(output);
  oscillator.start(start);
  oscillator.stop(start + 0.25);
}

/** A note that swells and dies away like a small bell: to be heard from the next room. */
function playBell(context, output, frequency, start) {
  for (const [overtone, share] of [[1, 1], [2, 0.35], [3, 0.12]]) {
    const oscillator = new OscillatorNode(context, { frequency: frequency * overtone });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(bell * share, start + 0.03);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 1.6);
    oscillator.connect(gain).connect(output);
    oscillator.start(start);
    oscillator.stop(start + 1.7);
  }
}
