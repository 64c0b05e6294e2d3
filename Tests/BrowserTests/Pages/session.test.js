import { decodeSound, encodeSound, kinds } from '/link/protocol.js';
import { Session } from '/link/session.js';
import { equal, holds } from './expect.js';

/** A socket whose other end is the test. */
class Wire extends EventTarget {
  sent = [];
  isFull = false;
  isOpen = false;

  open() {
    this.isOpen = true;
    this.dispatchEvent(new Event('open'));
  }

  drop() {
    this.isOpen = false;
    this.dispatchEvent(new Event('down'));
  }

  send(event) {
    if (this.isOpen) this.sent.push(event);
    return this.isOpen;
  }

  sendSound(message) {
    const { stream, position, samples, last } = decodeSound(message);
    return this.send({ stream, position, count: samples.length, last });
  }

  tell(detail) {
    this.dispatchEvent(new CustomEvent('event', { detail }));
  }

  tellSound(sound) {
    const detail = encodeSound({ kind: kinds.reply, ...sound });
    this.dispatchEvent(new CustomEvent('sound', { detail }));
  }

  /** What was sent since the last time. */
  take() {
    return this.sent.splice(0);
  }
}

class Memory {
  #kept = new Map();

  getItem(key) {
    return this.#kept.get(key) ?? null;
  }

  setItem(key, value) {
    this.#kept.set(key, value);
  }
}

function created(more) {
  return { type: 'session.created', session: 's', token: 't', resumed: false, ...more };
}

function begun(memory = new Memory()) {
  const wire = new Wire();
  const session = new Session(wire, memory);
  wire.open();
  return { wire, session, memory };
}

function greeted() {
  const parts = begun();
  parts.wire.take();
  parts.wire.tell(created());
  return parts;
}

export const tests = {
  'the first hello is for a new session, the next for the same': async () => {
    const { wire } = begun();
    equal(wire.take(), [{ type: 'kith.hello' }]);
    wire.tell(created());
    wire.drop();
    wire.open();
    equal(wire.take(), [{ type: 'kith.hello', session: 's', token: 't' }]);
  },

  'nothing is said before Kith has answered': async () => {
    const { wire, session } = begun();
    wire.take();
    session.say('Hello');
    session.listen(48000).append(new Int16Array(960));
    session.flush();
    equal(wire.take(), []);
    wire.tell(created());
    equal(
      wire.take().map(({ type, count }) => type ?? count),
      ['conversation.item.create', 'kith.listen', 960],
    );
  },

  'typed words are sent again until they are kept': async () => {
    const { wire, session } = greeted();
    session.say('Hello');
    const [{ item }] = wire.take();
    equal(item.content, [{ type: 'input_text', text: 'Hello' }]);
    wire.drop();
    wire.open();
    wire.take();
    wire.tell(created({ resumed: true }));
    equal(wire.take().map((event) => event.item.id), [item.id]);
    const type = 'conversation.item.input_audio_transcription.completed';
    wire.tell({ type, item_id: item.id, transcript: 'Hello', typed: true });
    wire.drop();
    wire.open();
    wire.take();
    wire.tell(created({ resumed: true }));
    equal(wire.take(), []);
  },

  'the microphone goes on from where Kith says': async () => {
    const { wire, session } = greeted();
    const uplink = session.listen(24000);
    uplink.append(new Int16Array(960));
    session.flush();
    wire.drop();
    uplink.append(new Int16Array(480));
    session.flush();
    wire.open();
    wire.take();
    wire.tell(created({ resumed: true, stream: 1, next_sample: 480 }));
    equal(wire.take(), [{ stream: 1, position: 480, count: 960, last: false }]);
  },

  'a session that is lost hears what it had not dealt with, as a new stream': async () => {
    const { wire, session } = greeted();
    session.listen(24000).end();
    const uplink = session.listen(24000);
    uplink.append(new Int16Array(960));
    session.flush();
    wire.tell({ type: 'kith.heard', stream: 2, samples: 480 });
    wire.drop();
    wire.open();
    wire.take();
    wire.tell(created());
    equal(wire.take(), [
      { type: 'kith.listen', stream: 1, rate: 24000, from: 480 },
      { stream: 1, position: 480, count: 480, last: false },
    ]);
  },

  'a page that was loaded again closes the microphone it no longer has': async () => {
    const { session, memory } = greeted();
    session.listen(24000);
    const { wire, session: next } = begun(memory);
    equal(wire.take(), [{ type: 'kith.hello', session: 's', token: 't' }]);
    wire.tell(created({ resumed: true, stream: 1, next_sample: 700 }));
    equal(wire.take(), [{ type: 'kith.unlisten', stream: 1, at: 700 }]);
    equal(next.listen(24000).stream, 2, 'the next number follows');
  },

  'the sound of a reply is told by its name, once': async () => {
    const { wire, session } = greeted();
    const told = [];
    session.addEventListener('sound', ({ detail: { response, samples } }) => {
      told.push([response, samples.length]);
    });
    const sound = { stream: 9, position: 0, samples: new Int16Array(100) };
    wire.tellSound(sound);
    wire.tell({ type: 'response.created', response: 'r', stream: 9 });
    wire.tellSound(sound);
    wire.tellSound(sound);
    equal(told, [['r', 100]], 'what nobody announced and what comes twice is dropped');
  },

  'a drop tells what is playing': async () => {
    const { wire, session } = greeted();
    wire.tell({ type: 'response.created', response: 'r', stream: 1 });
    wire.tellSound({ stream: 1, position: 0, samples: new Int16Array(100) });
    session.played('r', 40, false);
    equal(wire.take(), [{ type: 'kith.playout', response: 'r', played: 40, received: 100 }]);
    wire.drop();
    session.played('r', 60, false);
    wire.open();
    equal(wire.take()[0].playing, { response: 'r', received: 100, played: 60 });
    session.played('r', 100, true);
    wire.drop();
    wire.open();
    holds(!('playing' in wire.take().at(-1)), 'what is over is not told');
  },

  'what was kept wrongly is forgotten and not stumbled over': async () => {
    const memory = new Memory();
    memory.setItem('session', 'not JSON');
    const { wire } = begun(memory);
    equal(wire.take(), [{ type: 'kith.hello' }]);
  },
};
