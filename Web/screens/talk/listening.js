import { loudness } from '../../audio/level.js';
import { Microphone } from '../../audio/microphone.js';

/**
 * The ears: opens and closes the microphone, sends what it hears, says what is in the way.
 *
 * Events: `change`, `level` (detail: 0…1), `sign` (detail: `wake` or `sleep`).
 */
export class Listening extends EventTarget {
  #session;
  #microphone;
  #loudspeaker;
  #problems;
  #uplink = null;
  #isOpening = false;
  #isClosing = false;
  #lastLabel = '';

  /** Whether it hears nothing on purpose. */
  isMuted = false;

  constructor({ session, microphone, loudspeaker, problems }) {
    super();
    this.#session = session;
    this.#microphone = microphone;
    this.#loudspeaker = loudspeaker;
    this.#problems = problems;
    microphone.addEventListener('frame', ({ detail }) => this.#heard(detail));
    microphone.addEventListener('lost', () => this.#lost());
    navigator.mediaDevices?.addEventListener('devicechange', () => this.#devicesChanged());
    document.addEventListener('visibilitychange', () => this.#visibility());
  }

  /** Whether the microphone is open. */
  get isOn() {
    return this.#uplink !== null;
  }

  /** Opens the microphone; has to be called inside a tap. */
  async start() {
    if (this.#uplink || this.#isOpening) return;
    this.#isOpening = true;
    this.#loudspeaker.wake();
    try {
      useSoundFor('play-and-record');
      const rate = await this.#microphone.open(this.#loudspeaker.context);
      this.#forgetProblems();
      this.#problems.moveOn();
      this.#noteDevice();
      this.#uplink = this.#session.listen(rate);
      this.#microphone.mute(this.isMuted);
      this.#tell('sign', 'wake');
    } catch (error) {
      this.#problems.add(`microphone_${error.reason ?? 'broken'}`);
      if (error.reason === 'refused') this.#watchPermission();
    }
    this.#isOpening = false;
    this.#tell('change');
  }

  /** Closes the microphone; what was said is answered. */
  async stop() {
    const uplink = this.#uplink;
    if (!uplink || this.#isClosing) return;
    this.#isClosing = true;
    await this.#microphone.close();
    this.#isClosing = false;
    uplink.end();
    this.#session.flush();
    this.#uplink = null;
    useSoundFor('playback');
    this.#tell('sign', 'sleep');
    this.#tell('level', 0);
    this.#tell('change');
  }

  /** Lets the microphone hear nothing, or hear again. */
  mute(isMuted) {
    this.isMuted = isMuted;
    this.#microphone.mute(isMuted);
    this.#tell('change');
  }

  #heard(frame) {
    this.#uplink?.append(frame);
    // The end of a stream is kept back until it can be marked as the last of it.
    if (!this.#isClosing) this.#session.flush();
    this.#tell('level', this.isMuted ? 0 : loudness(frame));
  }

  async #lost() {
    await this.stop();
    this.#problems.add('microphone_lost');
    await this.start();
  }

  async #devicesChanged() {
    if (this.isOn && !(await this.#microphone.isStillThere())) await this.#lost();
    else if (!this.isOn) this.#forgetProblems(['missing', 'lost']);
  }

  async #visibility() {
    if (!document.hidden || !this.isOn) return;
    await this.stop();
    this.#problems.add('hidden');
  }

  #noteDevice() {
    const { label } = this.#microphone;
    if (this.#lastLabel && label && label !== this.#lastLabel) {
      const message = `I listen through ${label} now.`;
      this.#problems.put({ code: 'microphone_changed', message, action: '' });
    }
    this.#lastLabel = label;
  }

  #forgetProblems(reasons = ['refused', 'missing', 'busy', 'broken', 'lost']) {
    for (const reason of reasons) this.#problems.clear(`microphone_${reason}`);
  }

  async #watchPermission() {
    const permission = await Microphone.permission();
    permission.addEventListener('change', () => {
      if (permission.state !== 'denied') this.#problems.clear('microphone_refused');
    });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Tells iOS what sound is for, so that neither the mute switch nor the microphone silences it. */
function useSoundFor(purpose) {
  if (navigator.audioSession) navigator.audioSession.type = purpose;
}
