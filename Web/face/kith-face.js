// <kith-face>: the face as an element.
//
//   <kith-face name="Mira" accent="#ffb86b"></kith-face>
//
// contrast="high" and motion="reduced" ask for what the system may ask for as well.
//
// Tells: kith-face-state {state, emotion, words}, kith-touch {kind, x, y, onEyes}, kith-shaken,
// kith-face-error {message}.

import { Face } from './face.js';
import { EMOTIONS, EYE, EYE_STRIDE, HEAD, HEAD_START, SHAKEN, STATES } from './layout.js';
import { fromHex } from './colour.js';
import { Gestures } from './gestures.js';
import { Motion } from './motion.js';
import { Painter } from './painter.js';
import { expression, WORDS } from './words.js';

const CLASSIC = '#67e0e0';

export class KithFace extends HTMLElement {
  static observedAttributes = ['accent', 'contrast', 'motion', 'name'];

  /** The words for what it shows; see words.js. */
  words = WORDS;

  #face = null;
  #painter;
  #motion = new Motion((x, y, z) => this.#face?.motion(x, y, z));
  #stopping = null;
  #frame = 0;
  #last = 0;
  #isSeen = true;
  #state = 'idle';
  #said;
  #told = '';
  #waiting = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = new URL('kith-face.css', import.meta.url).href;
    const [glow, canvas] = [0, 1].map(() => document.createElement('canvas'));
    for (const layer of [glow, canvas]) layer.setAttribute('aria-hidden', 'true');
    const glass = document.createElement('div');
    glass.className = 'glass';
    root.append(style, glow, canvas, glass);
    this.#painter = new Painter(canvas, glow);
  }

  connectedCallback() {
    this.setAttribute('role', 'img');
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    new Gestures(this, (...touch) => this.#touched(...touch)).start(signal);
    this.#motion.start(signal);
    this.#watch(signal);
    this.#tell();
    if (!this.#face) this.#load();
    this.#run();
  }

  disconnectedCallback() {
    this.#stopping?.abort();
    this.#run();
  }

  attributeChangedCallback() {
    this.#painter.highContrast = this.#wantsContrast;
    this.#withFace((face) => face.accent(...this.#accent));
    this.#face?.reducedMotion(this.#wantsCalm);
    this.#tell();
    this.#paintStill();
  }

  /**
   * What the companion is doing: asleep, idle, listening, thinking, speaking or puzzled.
   *
   * @param {string} name
   * @param {string} [said] what is said of it to who can't see, where that is another thing.
   */
  setState(name, said) {
    if (!STATES.includes(name)) return;
    this.#state = name;
    this.#said = said;
    this.#withFace((face) => face.setState(name));
    this.#tell();
    this.#paintStill();
  }

  /**
   * Shows an emotion or a feeling instead of those it shows, or several at once:
   * `express('joy')`, `express('sad', 0.6)`, `express({ happy: 0.6, proud: 0.4 })`.
   */
  express(name, weight = 1) {
    const all = typeof name === 'string' ? { [name]: weight } : name;
    this.#withFace((face) => {
      face.express('neutral', 1);
      for (const [feeling, share] of Object.entries(all)) {
        const [emotion, shown] = expression(feeling, share);
        if (emotion !== 'neutral' && EMOTIONS.includes(emotion)) face.express(emotion, shown);
      }
    });
  }

  /** Shapes the mouth for a sound: 0…1 open, 0…1 round. */
  viseme(openness, roundness = 0) {
    this.#face?.mouth(openness, roundness);
  }

  /** How loud the one who is talking is, 0…1. */
  level(level) {
    this.#face?.level(level);
  }

  /** Looks at a point, −1…1 from edge to edge; `null` lets it look where it likes. */
  lookAt(x, y = 0) {
    if (x === null) {
      this.#withFace((face) => face.lookAround());
    } else {
      this.#withFace((face) => face.look(x, y));
    }
  }

  /** Asks to feel the motion of the device, where that needs asking. Call it from a tap. */
  allowMotion() {
    return Motion.allow();
  }

  async #load() {
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const face = await Face.load(Number(this.getAttribute('seed') ?? seed));
      face.accent(...this.#accent);
      face.setState(this.#state);
      face.reducedMotion(this.#wantsCalm);
      this.#face = face;
      for (const action of this.#waiting.splice(0)) action(face);
      this.#run();
    } catch (error) {
      this.#waiting.length = 0;
      this.#paintStill();
      this.#emit('kith-face-error', { message: String(error?.message ?? error) });
    }
  }

  /** Does it now, or once there is a face; what came first is forgotten when too much waits. */
  #withFace(action) {
    if (this.#face) return action(this.#face);
    this.#waiting.push(action);
    if (this.#waiting.length > 64) this.#waiting.shift();
  }

  #watch(signal) {
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(this);
    const views = new IntersectionObserver(([entry]) => {
      this.#isSeen = entry.isIntersecting;
      this.#run();
    });
    views.observe(this);
    signal.addEventListener('abort', () => {
      sizes.disconnect();
      views.disconnect();
    });
    document.addEventListener('visibilitychange', () => this.#run(), { signal });
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    still.addEventListener('change', () => this.attributeChangedCallback(), { signal });
    const contrast = matchMedia('(prefers-contrast: more)');
    contrast.addEventListener('change', () => this.attributeChangedCallback(), { signal });
    this.#painter.highContrast = this.#wantsContrast;
  }

  #resize() {
    this.#painter.resize(this.clientWidth, this.clientHeight, devicePixelRatio);
    if (this.#face) this.#painter.paint(this.#face.numbers);
    this.#paintStill();
  }

  /** Keeps one loop going while there is somebody to see it. */
  #run() {
    const goes = this.#face && this.isConnected && !document.hidden && this.#isSeen;
    if (goes && !this.#frame) {
      this.#last = 0;
      this.#frame = requestAnimationFrame((now) => this.#live(now));
    } else if (!goes && this.#frame) {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    }
  }

  #live(now) {
    this.#frame = requestAnimationFrame((next) => this.#live(next));
    const seconds = this.#last ? (now - this.#last) / 1000 : 0;
    this.#last = now;
    this.#motion.frame(seconds);
    this.#face.step(seconds);
    const { numbers } = this.#face;
    this.#painter.paint(numbers);
    if (numbers[HEAD_START + HEAD.events] & SHAKEN) this.#emit('kith-shaken', {});
    this.#tell();
  }

  #paintStill() {
    if (this.#face || !this.isConnected) return;
    this.#painter.paintStill(this.#accent, this.#state === 'asleep');
  }

  #touched(kind, point, first) {
    const onEyes = this.#isOnEyes(point);
    // A tap beside the eyes is for the page, not for the face.
    const felt = kind === 'poke' && !onEyes ? 'tap' : kind;
    const touch = { stroke: 'stroke', poke: 'poke', hold: 'hold', none: 'none' }[felt];
    if (touch) this.#face?.touch(touch, point.x, point.y);
    if (first && felt !== 'none') this.#emit('kith-touch', { kind: felt, ...point, onEyes });
  }

  #isOnEyes({ x, y }) {
    const { scale } = this.#painter;
    const faceX = x / (2 * scale.x);
    const faceY = y / (2 * scale.y);
    if (!this.#face) return Math.abs(faceX) < 1 && Math.abs(faceY) < 0.6;
    const { numbers } = this.#face;
    return [0, EYE_STRIDE].some((eye) => {
      const acrossX = faceX - numbers[HEAD_START + HEAD.x] - numbers[eye + EYE.x];
      const acrossY = faceY - numbers[HEAD_START + HEAD.y] - numbers[eye + EYE.y];
      return Math.abs(acrossX) < numbers[eye + EYE.width] * 0.6
        && Math.abs(acrossY) < Math.max(numbers[eye + EYE.height] * 0.6, 0.3);
    });
  }

  /** Says in words what it shows, when that changed. */
  #tell() {
    const shown = this.#face?.numbers[HEAD_START + HEAD.shown] ?? 64;
    const emotion = shown < 64 ? EMOTIONS[shown] : null;
    const name = this.getAttribute('name') ?? 'Kith';
    const key = `${name} ${this.#said ?? this.#state} ${emotion}`;
    if (key === this.#told) return;
    this.#told = key;
    const { states, emotions, sentence } = this.words;
    const other = emotion === this.#state ? null : emotion;
    const words = sentence(name, this.#said ?? states[this.#state], other && emotions[other]);
    this.setAttribute('aria-label', words);
    this.#emit('kith-face-state', { state: this.#state, emotion, words });
  }

  get #accent() {
    return fromHex(this.getAttribute('accent')) ?? fromHex(CLASSIC);
  }

  get #wantsCalm() {
    return this.getAttribute('motion') === 'reduced'
      || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  get #wantsContrast() {
    return this.getAttribute('contrast') === 'high'
      || matchMedia('(prefers-contrast: more)').matches;
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('kith-face', KithFace);
