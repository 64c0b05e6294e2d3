// The engine of the face: loads face.wasm and gives its functions plain names.

import { COUNT, EMOTIONS, STATES, TOUCHES } from './layout.js';

async function instantiate(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`face.wasm: the server answered ${response.status}`);
  const served = response.headers.get('Content-Type') ?? '';
  // Compiling while it downloads needs the right type; a server without it still gets a face.
  return served.startsWith('application/wasm')
    ? WebAssembly.instantiateStreaming(response, {})
    : WebAssembly.instantiate(await response.arrayBuffer(), {});
}

export class Face {
  #exports;
  #face;
  #view;

  /**
   * Loads the engine and makes a face.
   * @param {number} seed gives the face a life of its own
   * @param {URL|string} url of face.wasm
   */
  static async load(seed, url = new URL('face.wasm', import.meta.url)) {
    const { instance } = await instantiate(url);
    return new Face(instance.exports, seed);
  }

  constructor(exports, seed) {
    if (exports.face_count() !== COUNT) throw new Error('face.wasm and layout.js differ');
    this.#exports = exports;
    this.#face = exports.face_new(seed >>> 0);
  }

  /** The numbers of the last step; layout.js says where is what. */
  get numbers() {
    const { memory, face_numbers: place } = this.#exports;
    // Memory that grew is another buffer, and views of the old one are empty.
    if (this.#view?.buffer !== memory.buffer) {
      this.#view = new Float32Array(memory.buffer, place(this.#face), COUNT);
    }
    return this.#view;
  }

  step(seconds) {
    this.#exports.face_step(this.#face, seconds);
  }

  setState(name) {
    this.#exports.face_state(this.#face, STATES.indexOf(name));
  }

  /** Shows an emotion beside the others; `neutral` ends them all. */
  express(name, weight) {
    this.#exports.face_express(this.#face, EMOTIONS.indexOf(name), weight);
  }

  look(x, y) {
    this.#exports.face_look(this.#face, x, y);
  }

  lookAround() {
    this.#exports.face_look_around(this.#face);
  }

  mouth(openness, roundness) {
    this.#exports.face_mouth(this.#face, openness, roundness);
  }

  level(level) {
    this.#exports.face_level(this.#face, level);
  }

  touch(kind, x, y) {
    this.#exports.face_touch(this.#face, TOUCHES[kind], x, y);
  }

  motion(x, y, z) {
    this.#exports.face_motion(this.#face, x, y, z);
  }

  accent(red, green, blue) {
    this.#exports.face_accent(this.#face, red, green, blue);
  }

  reducedMotion(reduced) {
    this.#exports.face_reduced_motion(this.#face, reduced ? 1 : 0);
  }
}
