import { Outbox } from '/link/outbox.js';
import { decodeSound, encodeSound, kinds } from '/link/protocol.js';
import { ReplySound } from '/link/reply-sound.js';
import { SoundRing } from '/link/ring.js';
import { wait } from '/link/socket.js';
import { Uplink } from '/link/uplink.js';
import { equal, holds } from './expect.js';

const counting = (from, to) => Int16Array.from({ length: to - from }, (_, i) => from + i);

function sent(uplink) {
  const messages = [];
  for (let message; (message = uplink.next()); ) messages.push(decodeSound(message));
  return messages;
}

export const tests = {
  'a sound message has the bytes the protocol says': async () => {
    const message = encodeSound({
      kind: kinds.microphone,
      stream: 0x01020304,
      position: 2 ** 33 + 5,
      samples: Int16Array.of(1, -2),
      last: true,
    });
    const bytes = [1, 1, 1, 0, 4, 3, 2, 1, 5, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0xfe, 0xff];
    equal(new Uint8Array(message), bytes);
  },

  'a sound message is read as it was made': async () => {
    const samples = [-32768, 32767, 0];
    const made = { kind: 2, last: false, stream: 7, position: 2 ** 40 + 1, samples };
    const read = decodeSound(encodeSound({ ...made, samples: Int16Array.from(samples) }));
    equal({ ...read, samples: [...read.samples] }, made);
  },

  'what is no sound message is not read': async () => {
    const whole = encodeSound({ kind: 2, stream: 1, position: 0, samples: counting(0, 3) });
    equal(decodeSound(whole.slice(0, 15)), null, 'cut in the header');
    equal(decodeSound(whole.slice(0, 17)), null, 'half a sample');
    equal(decodeSound(new ArrayBuffer(16 + 64002)), null, 'too long');
    const other = whole.slice(0);
    new DataView(other).setUint8(0, 2);
    equal(decodeSound(other), null, 'another version');
  },

  'the ring finds samples by position, also across its seam': async () => {
    const ring = new SoundRing(10);
    for (let at = 0; at < 24; at += 4) ring.append(counting(at, at + 4));
    equal([ring.start, ring.end], [14, 24]);
    equal(ring.read(16, 21), counting(16, 21));
    equal(ring.read(0, 100), counting(14, 24), 'what is gone is not read');
  },

  'the ring keeps the newest of a piece longer than itself': async () => {
    const ring = new SoundRing(4);
    ring.append(counting(0, 11));
    equal([ring.start, ring.end], [7, 11]);
    equal(ring.read(7, 11), counting(7, 11));
  },

  'the ring forgets what Kith has heard, and not what is to come': async () => {
    const ring = new SoundRing(10, 100);
    ring.append(counting(100, 106));
    ring.forget(103);
    equal(ring.read(0, 200), counting(103, 106));
    ring.forget(1000);
    equal([ring.start, ring.end], [106, 106]);
  },

  'a stream is announced, sent, and its last message marked': async () => {
    const uplink = new Uplink(3, 24000);
    uplink.append(counting(0, 480));
    equal(sent(uplink), [], 'nothing goes before it is announced');
    equal(uplink.listen(), { type: 'kith.listen', stream: 3, rate: 24000, from: 0 });
    equal(sent(uplink).map(({ position, last }) => [position, last]), [[0, false]]);
    uplink.append(counting(480, 600));
    uplink.end();
    equal(sent(uplink).map(({ position, last }) => [position, last]), [[480, true]]);
    equal(uplink.unlisten(), { type: 'kith.unlisten', stream: 3, at: 600 });
    holds(uplink.finished, 'everything was sent');
  },

  'after a drop the stream goes on from where Kith says': async () => {
    const uplink = new Uplink(1, 24000);
    uplink.append(counting(0, 2000));
    uplink.listen();
    sent(uplink);
    uplink.append(counting(2000, 3000));
    uplink.goOn(1500);
    const [message, ...others] = sent(uplink);
    equal(others, []);
    equal(message.position, 1500);
    equal(message.samples, counting(1500, 3000));
  },

  'a lost session hears again what it had not dealt with': async () => {
    const uplink = new Uplink(5, 24000);
    uplink.append(counting(0, 3000));
    uplink.listen();
    sent(uplink);
    uplink.heard(1000);
    uplink.begin(1);
    equal(uplink.listen(), { type: 'kith.listen', stream: 1, rate: 24000, from: 1000 });
    equal(sent(uplink)[0].samples, counting(1000, 3000));
  },

  'what waited long is sent in pieces the wire takes': async () => {
    const uplink = new Uplink(1, 48000);
    for (let i = 0; i < 30; i += 1) uplink.append(new Int16Array(48000));
    uplink.listen();
    const messages = sent(uplink);
    holds(messages.every(({ samples }) => samples.length <= 32000), 'at most 64,000 bytes');
    equal(messages.reduce((sum, { samples }) => sum + samples.length, 0), 30 * 48000);
  },

  'a reply sent again after a drop is taken once': async () => {
    const sound = new ReplySound();
    equal(sound.accept(0, counting(0, 100)), counting(0, 100));
    equal(sound.accept(0, counting(0, 100)), null);
    equal(sound.accept(60, counting(60, 160)), counting(100, 160));
    equal(sound.accept(162, counting(162, 164)), [0, 0, 162, 163], 'a small gap is silence');
    equal(sound.accept(1e6, counting(0, 10)), null, 'a gap of a minute is a mistake');
    equal(sound.received, 164);
  },

  'the page waits longer after each failure, five seconds at most': async () => {
    equal([0, 1, 2, 3, 4, 5, 30].map(wait), [250, 500, 1000, 2000, 4000, 5000, 5000]);
  },

  'typed words wait until Kith has kept them': async () => {
    const outbox = new Outbox();
    outbox.add('a', 'one');
    outbox.add('b', 'two');
    outbox.acknowledge('7', 'two');
    equal(outbox.waiting.map(({ item }) => item.id), ['a'], 'known by its words');
    outbox.acknowledge('a', 'changed');
    equal(outbox.waiting, [], 'known by its id');
  },
};
