import { replyRate } from '../link/protocol.js';
import { Cursor } from './cursor.js';
import { playEarcon } from './earcons.js';
import { SilentPlayout } from './silent-playout.js';

/**
 * The one way out for all sound: replies, samples of voices, earcons.
 *
 * Events: `played` (detail: {name, played, isOver, isRunning}), `state` when the browser lets sound
 * through or holds it back, `sample` when a sample begins or ends.
 */
export class Loudspeaker extends EventTarget {
  #context = null;
  #node = null;
  #silent = null;
  #volume = null;
  #early = [];
  #cursors = new Map();
  #sample = null;
  #meter = null;
  #wave = new Float32Array(512);
  #loudness = 1;
  #isMuted = false;

  /** Whether the voice has a place in the room; else it is plain stereo. */
  isPlaced = true;

  /** The context of what is played, once there is one. */
  get context() {
    return this.#context;
  }

  /** Whether sound is wanted but held back by the browser until the person touches the page. */
  get isHeldBack() {
    return this.#context !== null && this.#context.state !== 'running';
  }

  /** Whether this page can make sound at all. */
  get canSound() {
    return typeof AudioWorkletNode === 'function' && window.isSecureContext;
  }

  /** Wakes the sound; has to be called inside a tap or key press. */
  wake() {
    if (!this.canSound) return;
    if (!this.#context) this.#open();
    if (this.#context.state !== 'running') this.#context.resume().catch(() => {});
  }

  /** More of the reply `name`. */
  push(name, samples) {
    this.#cursor(name);
    this.#tell('push', name, samples);
  }

  /** Nothing more comes for the reply `name`. */
  end(name) {
    this.#tell('end', name);
  }

  /** Stops the reply `name` within 20 ms. */
  clear(name) {
    this.#tell('clear', name);
  }

  /** Lowers the voice in the reply `name` by 12 dB, or brings it back. */
  duck(name, isActive) {
    this.#tell('duck', name, isActive);
  }

  /** The sample of the reply `name` that is heard now. */
  heard(name) {
    return this.#cursors.get(name)?.at(this.#now, this.#latency) ?? 0;
  }

  /** How loud everything is, 0…1. */
  setVolume(loudness, isMuted) {
    this.#loudness = loudness;
    this.#isMuted = isMuted;
    // Loudness is felt by ratio: the square makes the slider feel even.
    const gain = isMuted ? 0 : loudness ** 2;
    this.#volume?.gain.setTargetAtTime(gain, this.#context.currentTime, 0.015);
  }

  /** A soft sign: `wake`, `sleep`, `sent` or `ring`. */
  sign(name) {
    if (this.#context?.state === 'running') playEarcon(this.#context, this.#volume, name);
  }

  /**
   * Plays a recording (a WAV file), instead of one that is still playing.
   *
   * @param {ArrayBuffer} file
   * @returns {Promise<void>} when it is over.
   */
  async playFile(file) {
    this.wake();
    this.stopFile();
    if (!this.#context) throw new Error('This page can make no sound.');
    const sound = await this.#context.decodeAudioData(file);
    const source = new AudioBufferSourceNode(this.#context, { buffer: sound });
    source.connect(this.#volume);
    this.#meter ??= new AnalyserNode(this.#context, { fftSize: 512 });
    source.connect(this.#meter);
    this.#sample = source;
    this.dispatchEvent(new CustomEvent('sample', { detail: true }));
    await new Promise((done) => {
      source.addEventListener('ended', done);
      source.start();
    });
    if (this.#sample === source) this.stopFile();
  }

  /** Stops a recording. */
  stopFile() {
    if (!this.#sample) return;
    this.#sample.stop();
    this.#sample = null;
    this.dispatchEvent(new CustomEvent('sample', { detail: false }));
  }

  /** How loud the recording that plays is just now, 0…1; null when none plays. */
  get sampleLevel() {
    if (!this.#sample) return null;
    this.#meter.getFloatTimeDomainData(this.#wave);
    const sum = this.#wave.reduce((total, value) => total + value * value, 0);
    return Math.min(1, Math.sqrt(sum / this.#wave.length) * 5);
  }

  get #now() {
    return this.#node ? this.#context.currentTime : performance.now() / 1000;
  }

  get #latency() {
    return this.#node ? this.#context.outputLatency || this.#context.baseLatency || 0 : 0;
  }

  #open() {
    const context = new AudioContext({ sampleRate: replyRate, latencyHint: 'interactive' });
    this.#context = context;
    context.addEventListener('statechange', () => this.dispatchEvent(new Event('state')));
    this.#volume = new GainNode(context, { gain: this.#isMuted ? 0 : this.#loudness ** 2 });
    this.#volume.connect(this.#place(context)).connect(context.destination);
    context.audioWorklet.addModule('/audio/playout-worklet.js').then(
      () => this.#start(context),
      () => this.#giveUp(),
    );
  }

  /** Half a metre ahead and a little below, as somebody sitting opposite. */
  #place(context) {
    try {
      return new PannerNode(context, {
        panningModel: 'HRTF',
        distanceModel: 'inverse',
        refDistance: 0.5,
        positionX: 0,
        positionY: -0.1,
        positionZ: -0.5,
      });
    } catch {
      this.isPlaced = false;
      return new GainNode(context);
    }
  }

  #start(context) {
    this.#node = new AudioWorkletNode(context, 'kith-playout', {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    this.#node.port.onmessage = ({ data }) => this.#report(data);
    this.#node.connect(this.#volume);
    for (const message of this.#early.splice(0)) this.#node.port.postMessage(message);
  }

  #giveUp() {
    this.#silent = new SilentPlayout((report) => this.#report(report));
    for (const message of this.#early.splice(0)) this.#silent.tell(...message);
  }

  #tell(method, ...given) {
    if (!this.#node && !this.#silent) {
      if (!this.canSound) this.#giveUp();
      else if (!this.#context) this.#open();
    }
    if (this.#node) this.#node.port.postMessage([method, ...given]);
    else if (this.#silent) this.#silent.tell(method, ...given);
    else this.#early.push([method, ...given]);
  }

  #cursor(name) {
    if (!this.#cursors.has(name)) {
      this.#cursors.set(name, new Cursor(replyRate));
      if (this.#cursors.size > 4) this.#cursors.delete(this.#cursors.keys().next().value);
    }
    return this.#cursors.get(name);
  }

  #report(report) {
    this.#cursor(report.name).take(report);
    const detail = report.isOver ? report : { ...report, played: this.heard(report.name) };
    this.dispatchEvent(new CustomEvent('played', { detail }));
  }
}
