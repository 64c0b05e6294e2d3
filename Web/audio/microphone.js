const cleaned = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

const rates = [24000, 44100, 48000];

/** What the browser's names for a failure mean. */
const reasons = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Why the microphone could not be opened: `insecure`, `refused`, `missing`, `busy` or `broken`. */
export class MicrophoneError extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The microphone of this device.
 *
 * Events: `frame` (detail: Int16Array of 20 ms), `lost` when the device went away.
 */
export class Microphone extends EventTarget {
  #context = null;
  #ownContext = null;
  #stream = null;
  #node = null;
  #source = null;

  /** The name of the device, as the system has it. */
  get label() {
    return this.#stream?.getAudioTracks()[0]?.label ?? '';
  }

  /** Whether this page may ask for a microphone at all (it may not on plain http). */
  static get isPossible() {
    return window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
  }

  /** Whether the person has been asked: `granted`, `denied` or `prompt`. */
  static async permission() {
    try {
      return await navigator.permissions.query({ name: 'microphone' });
    } catch {
      return { state: 'prompt', addEventListener() {} };
    }
  }

  /**
   * Opens the microphone.
   *
   * @param {AudioContext} shared the context of what is played; used where the browser allows it.
   * @returns {Promise<number>} samples a second.
   */
  async open(shared) {
    if (!Microphone.isPossible) throw new MicrophoneError('insecure');
    const stream = await this.#ask();
    try {
      this.#stream = stream;
      await this.#connect(shared);
    } catch (error) {
      this.#release();
      throw error instanceof MicrophoneError ? error : new MicrophoneError('broken');
    }
    const [track] = stream.getAudioTracks();
    track.addEventListener('ended', () => {
      if (this.#stream === stream) this.dispatchEvent(new Event('lost'));
    });
    return this.#context.sampleRate;
  }

  /** Lets silence through instead of sound. */
  mute(isMuted) {
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
  }

  /** Whether the device in use is still plugged in. */
  async isStillThere() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.some(({ kind, label }) => kind === 'audioinput' && label === this.label);
  }

  /** Closes it; what it heard last still comes as a frame before this is done. */
  async close() {
    const node = this.#node;
    if (node) {
      await new Promise((done) => {
        // A context that is held back does not answer.
        const timer = setTimeout(done, 200);
        node.port.onmessage = ({ data }) => {
          if (data) return this.#frame(data);
          clearTimeout(timer);
          return done();
        };
        node.port.postMessage('stop');
      });
    }
    this.#release();
  }

  async #ask() {
    try {
      // A test that compares samples needs them as they are.
      const audio = { ...cleaned, ...globalThis.kithTestHooks?.microphone };
      return await navigator.mediaDevices.getUserMedia({ audio });
    } catch ({ name }) {
      throw new MicrophoneError(reasons[name] ?? 'broken');
    }
  }

  async #connect(shared) {
    this.#context = shared;
    try {
      this.#source = shared.createMediaStreamSource(this.#stream);
    } catch {
      // Some browsers join a device only to a context of its own rate.
      this.#ownContext = new AudioContext({ latencyHint: 'interactive' });
      if (!rates.includes(this.#ownContext.sampleRate)) {
        await this.#ownContext.close();
        this.#ownContext = new AudioContext({ latencyHint: 'interactive', sampleRate: 48000 });
      }
      this.#context = this.#ownContext;
      this.#source = this.#context.createMediaStreamSource(this.#stream);
      await this.#context.resume();
    }
    await this.#context.audioWorklet.addModule('/audio/capture-worklet.js');
    this.#node = new AudioWorkletNode(this.#context, 'kith-capture', {
      numberOfInputs: 1,
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    });
    this.#node.port.onmessage = ({ data }) => this.#frame(data);
    this.#source.connect(this.#node);
  }

  #frame(data) {
    if (data) this.dispatchEvent(new CustomEvent('frame', { detail: data }));
  }

  #release() {
    this.#source?.disconnect();
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#ownContext?.close();
    this.#stream = null;
    this.#source = null;
    this.#node = null;
    this.#context = null;
    this.#ownContext = null;
  }
}
