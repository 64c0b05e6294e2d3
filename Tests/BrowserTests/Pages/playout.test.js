import { Cursor } from '/audio/cursor.js';
import { Framer } from '/audio/framer.js';
import { loudness } from '/audio/level.js';
import { Playout } from '/audio/playout.js';
import { equal, holds } from './expect.js';

const rate = 24000;
const quantum = 128;
const steady = (count, value = 16384) => new Int16Array(count).fill(value);

/** Renders `count` samples; what came out, and what was reported. */
function play(playout, count) {
  const sound = [];
  const reports = [];
  for (let at = 0; at < count; at += quantum) {
    const out = new Float32Array(quantum);
    reports.push(...playout.render(out));
    sound.push(...out);
  }
  return { sound, reports };
}

export const tests = {
  'a reply begins when 20 ms of it are there': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(479));
    equal(play(playout, quantum).reports, [], 'too little');
    playout.push('a', steady(1));
    const { sound, reports } = play(playout, quantum);
    equal(reports, [{ name: 'a', played: 0, isRunning: true, isOver: false }]);
    equal(sound[0], 0.5);
  },

  'a short reply that is whole does not wait for more': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(100));
    playout.end('a');
    const { sound, reports } = play(playout, quantum);
    equal(sound.slice(0, 100).every((sample) => sample === 0.5), true);
    equal(reports.at(-1), { name: 'a', played: 100, isRunning: false, isOver: true });
    holds(playout.isIdle, 'nothing is left');
  },

  'every sample is played once and in order': async () => {
    const playout = new Playout(rate);
    for (let at = 0; at < 6000; at += 600) {
      playout.push('a', Int16Array.from({ length: 600 }, (_, i) => at + i));
    }
    playout.end('a');
    const { sound, reports } = play(playout, 6400);
    for (let i = 0; i < 6000; i += 1) equal(sound[i] * 32768, i);
    equal(reports.at(-1).played, 6000);
  },

  'where it is is told every 100 ms': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(24000));
    const told = play(playout, 24000).reports.filter(({ isRunning }) => isRunning);
    const steps = told.slice(1).map(({ played }, i) => played - told[i].played);
    holds(steps.every((step) => step >= 2400 && step < 2400 + quantum), `steps ${steps}`);
  },

  'when it runs dry it waits for more than before, and no sample is lost': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(480));
    play(playout, 1024);
    equal(playout.underruns, 1);
    playout.push('a', steady(480));
    equal(play(playout, quantum).reports, [], '20 ms are not enough any more');
    playout.push('a', steady(480));
    playout.end('a');
    equal(play(playout, 1024).reports.at(-1).played, 1440);
  },

  'cleared means silence within 20 ms': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(24000));
    play(playout, 1280);
    playout.clear('a');
    const { sound, reports } = play(playout, 1280);
    holds(sound.slice(0, 100).every((sample) => sample > 0), 'it fades and does not break off');
    const falls = sound.slice(1).every((sample, i) => sample <= sound[i]);
    holds(falls, 'it only gets quieter');
    holds(sound.slice(480).every((sample) => sample === 0), 'after 20 ms there is silence');
    holds(reports.at(-1).isOver && reports.at(-1).played <= 1280 + 480, 'it says where it stopped');
  },

  'a reply that waits is cleared without a sound': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(100));
    playout.clear('a');
    const { sound, reports } = play(playout, quantum);
    holds(sound.every((sample) => sample === 0), 'silence');
    equal(reports, [{ name: 'a', played: 0, isRunning: false, isOver: true }]);
  },

  'ducked is 12 dB quieter and comes back without skipping': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(24000));
    play(playout, quantum * 10);
    playout.duck('a', true);
    const quiet = play(playout, quantum * 10).sound.at(-1);
    holds(Math.abs(20 * Math.log10(quiet / 0.5) + 12) < 0.01, `quieter by 12 dB, found ${quiet}`);
    playout.duck('a', false);
    const { sound } = play(playout, quantum * 10);
    equal(sound.at(-1), 0.5);
    playout.end('a');
    equal(play(playout, 24000).reports.at(-1).played, 24000);
  },

  'a reply comes back from being ducked with every sample as it was sent': async () => {
    const sent = Int16Array.from({ length: 24000 }, (_, i) => 200 + (i % 97) * 300);
    const playout = new Playout(rate);
    playout.push('a', sent);
    playout.end('a');
    const sound = [];
    for (let turn = 0; sound.length < 24000; turn += 1) {
      playout.duck('a', turn % 2 === 1);
      sound.push(...play(playout, quantum * 10).sound);
    }
    const gains = Array.from(sent, (sample, i) => (sound[i] * 32768) / sample);
    holds(gains.every((gain) => gain > 0.25 && gain < 1.001), 'every sample in its place');
    const steps = gains.slice(1).map((gain, i) => Math.abs(gain - gains[i]));
    holds(Math.max(...steps) < 0.003, `a smooth change, found ${Math.max(...steps)}`);
    holds(gains.filter((gain) => Math.abs(gain - 1) < 1e-6).length > 6000, 'as loud as before');
  },

  'the reply after a ducked one is as loud as ever': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(2400));
    playout.push('b', steady(2400));
    playout.end('b');
    playout.duck('b', true);
    equal(play(playout, quantum).sound.at(-1), 0.5, 'what does not play is not ducked');
    playout.duck('a', true);
    const { sound } = play(playout, 4800);
    equal(sound[2400 - quantum], 0.5);
    equal(sound[2400 + 1000], 0.5);
  },

  'the next reply begins after the one before': async () => {
    const playout = new Playout(rate);
    playout.push('a', steady(600, 8192));
    playout.push('b', steady(600, 16384));
    playout.end('b');
    const { sound, reports } = play(playout, 1280);
    equal([sound[599], sound[600]], [0.25, 0.5]);
    equal(reports.filter(({ isOver }) => isOver).map(({ name }) => name), ['a', 'b']);
  },

  'more than half a minute is not taken': async () => {
    const playout = new Playout(rate);
    holds(playout.push('a', steady(29 * rate)), 'taken');
    holds(!playout.push('a', steady(2 * rate)), 'not taken');
  },

  'the cursor follows the ear and not the wire': async () => {
    const cursor = new Cursor(rate);
    cursor.take({ played: 0, time: 10, isRunning: true });
    equal(cursor.at(10.05, 0.1), 0, 'not there yet');
    equal(cursor.at(10.2, 0.1), 2400);
    cursor.take({ played: 4800, time: 10.2, isRunning: false });
    equal(cursor.at(10.25, 0.1), 3600, 'the rest is still on its way');
    equal(cursor.at(11, 0.1), 4800);
  },

  'a microphone is cut into whole frames and a last one': async () => {
    const framer = new Framer(480);
    const frames = [];
    for (let i = 0; i < 15; i += 1) frames.push(...framer.push(new Float32Array(128).fill(0.5)));
    equal(frames.map(({ length }) => length), [480, 480, 480]);
    equal(framer.flush().length, 480, 'the last is never empty');
    framer.push(Float32Array.of(2, -2));
    equal(framer.flush(), [32767, -32767], 'what is too loud is held at the edge');
  },

  'silence has no level, close speech nearly all of it': async () => {
    equal(loudness(new Int16Array(480)), 0);
    const sine = Int16Array.from({ length: 480 }, (_, i) => 6000 * Math.sin(i / 5));
    holds(loudness(sine) > 0.7 && loudness(sine) <= 1, `found ${loudness(sine)}`);
  },
};
