const fadeSeconds = 0.02;
const duckedGain = 10 ** (-12 / 20);
const firstPrefill = 0.02;
const mostPrefill = 0.2;
const calmSeconds = 10;
const mostSeconds = 30;
const reportSeconds = 0.1;

/**
 * Plays replies one after the other, and knows to the sample what of each was played.
 *
 * It begins as soon as 20 ms are there. When it runs dry it waits for a little more before it goes
 * on, and forgets that again when all went well for a while.
 */
export class Playout {
  #rate;
  #replies = [];
  #gain = 1;
  #level = 1;
  #tail = 0;
  #prefill;
  #calm = 0;
  #sinceReport = 0;
  #reports = [];

  /** @param {number} rate samples a second. */
  constructor(rate) {
    this.#rate = rate;
    this.#prefill = firstPrefill * rate;
  }

  /** How often it ran dry in the middle of a reply. */
  underruns = 0;

  /** Whether there is nothing to play and nothing to wait for. */
  get isIdle() {
    return this.#replies.length === 0;
  }

  /** More of the reply `name`; false when that would be more than it holds. */
  push(name, samples) {
    const reply = this.#find(name) ?? this.#begin(name);
    if (reply.held + samples.length > mostSeconds * this.#rate) return false;
    reply.pieces.push(samples);
    reply.held += samples.length;
    return true;
  }

  /** Nothing more comes for the reply `name`. */
  end(name) {
    const reply = this.#find(name);
    if (reply) reply.isWhole = true;
  }

  /** Silence within 20 ms; what is not played of the reply is dropped. */
  clear(name) {
    const reply = this.#find(name);
    if (!reply) return;
    if (reply === this.#replies[0] && reply.isRunning) {
      reply.fadeLeft ??= Math.round(fadeSeconds * this.#rate);
    } else {
      this.#finish(reply);
    }
  }

  /** Lowers the reply that plays by 12 dB, or brings it back; not a sample is skipped. */
  duck(name, isActive) {
    if (this.#replies[0]?.name === name) this.#level = isActive ? duckedGain : 1;
  }

  /**
   * Fills `out` with what comes next.
   *
   * @param {Float32Array} out
   * @returns {{name: string, played: number, isOver: boolean, isRunning: boolean}[]} what has
   *   become of the replies, every 100 ms and at each beginning, pause and end.
   */
  render(out) {
    const step = 1 / (fadeSeconds * this.#rate);
    let reply = this.#next();
    for (let i = 0; i < out.length; i += 1) {
      if (reply && reply.held === 0) {
        this.#drained(reply);
        reply = this.#next();
      }
      if (!reply) {
        this.#tail *= 0.98;
        out[i] = this.#tail;
        continue;
      }
      this.#gain += Math.max(-step, Math.min(step, this.#level - this.#gain));
      let sample = take(reply) * this.#gain;
      if (reply.fadeLeft !== undefined) {
        sample *= reply.fadeLeft * step;
        reply.fadeLeft -= 1;
      }
      this.#tail = sample;
      out[i] = sample;
      if (reply.fadeLeft === 0) {
        this.#tail = 0;
        this.#finish(reply);
        reply = this.#next();
      }
    }
    this.#settle(out.length, reply);
    return this.#reports.splice(0);
  }

  #find(name) {
    return this.#replies.find((reply) => reply.name === name);
  }

  #begin(name) {
    const reply = {
      name,
      pieces: [],
      offset: 0,
      held: 0,
      played: 0,
      isWhole: false,
      isRunning: false,
    };
    this.#replies.push(reply);
    return reply;
  }

  /** The reply to play from now on, if enough of it is there. */
  #next() {
    const reply = this.#replies[0];
    if (!reply) return null;
    // Another reply is waiting, so this one will not go on, whatever was promised.
    if (this.#replies.length > 1) reply.isWhole = true;
    if (reply.held === 0 && reply.isWhole) {
      this.#finish(reply);
      return this.#next();
    }
    if (reply.isRunning) return reply;
    if (reply.held === 0 || (reply.held < this.#prefill && !reply.isWhole)) return null;
    reply.isRunning = true;
    this.#report(reply);
    return reply;
  }

  #drained(reply) {
    if (reply.isWhole || reply.fadeLeft !== undefined) {
      this.#finish(reply);
      return;
    }
    reply.isRunning = false;
    this.underruns += 1;
    this.#calm = 0;
    this.#prefill = Math.min(this.#prefill + firstPrefill * this.#rate, mostPrefill * this.#rate);
    this.#report(reply);
  }

  #finish(reply) {
    if (reply === this.#replies[0]) {
      // Nothing of it sounds any more, and the next one is as loud as ever.
      this.#level = 1;
      this.#gain = 1;
    }
    this.#replies.splice(this.#replies.indexOf(reply), 1);
    reply.isRunning = false;
    this.#report(reply, true);
  }

  #settle(length, reply) {
    this.#calm += length;
    if (this.#calm > calmSeconds * this.#rate) this.#prefill = firstPrefill * this.#rate;
    this.#sinceReport += length;
    if (reply?.isRunning && this.#sinceReport >= reportSeconds * this.#rate) this.#report(reply);
  }

  #report({ name, played, isRunning }, isOver = false) {
    this.#sinceReport = 0;
    this.#reports.push({ name, played, isRunning, isOver });
  }
}

function take(reply) {
  const piece = reply.pieces[0];
  const sample = piece[reply.offset] / 32768;
  reply.offset += 1;
  reply.played += 1;
  reply.held -= 1;
  if (reply.offset === piece.length) {
    reply.pieces.shift();
    reply.offset = 0;
  }
  return sample;
}
