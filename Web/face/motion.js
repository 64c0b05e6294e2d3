// How the thing the face is shown on is moved: by its sensors, or as a window on a desktop.

/** Metres a CSS pixel measures, by its definition. */
const PIXEL = 0.0254 / 96;
/** A window moves less than a hand does, so its motion counts more. */
const WINDOW_WEIGHT = 4;
/** The share of gravity's estimate that a reading replaces. */
const GRAVITY_SHARE = 0.05;

export class Motion {
  #gravity = null;
  #window = null;
  #told;

  /** @param {(x: number, y: number, z: number) => void} told m/s² without gravity, y upward */
  constructor(told) {
    this.#told = told;
  }

  start(signal) {
    addEventListener('devicemotion', (event) => this.#sensed(event), { signal });
  }

  /** Asks where a browser wants to be asked; call it from a tap. */
  static async allow() {
    const ask = globalThis.DeviceMotionEvent?.requestPermission;
    return ask ? (await ask.call(DeviceMotionEvent)) === 'granted' : true;
  }

  #sensed(event) {
    const pure = event.acceleration;
    const felt = pure?.x === null || !pure ? this.#withoutGravity(event) : pure;
    if (!felt) return;
    const turn = ((screen.orientation?.angle ?? 0) * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    this.#told(felt.x * cosine + felt.y * sine, felt.y * cosine - felt.x * sine, felt.z);
  }

  /** Some devices can't tell gravity from motion: what stays is gravity. */
  #withoutGravity(event) {
    const all = event.accelerationIncludingGravity;
    if (!all || all.x === null) return null;
    this.#gravity ??= { x: all.x, y: all.y, z: all.z };
    const moved = {};
    for (const axis of ['x', 'y', 'z']) {
      this.#gravity[axis] += GRAVITY_SHARE * (all[axis] - this.#gravity[axis]);
      moved[axis] = all[axis] - this.#gravity[axis];
    }
    return moved;
  }

  /** Looks where the window is; called once a frame. */
  frame(seconds) {
    const now = { x: globalThis.screenX, y: globalThis.screenY };
    const last = this.#window;
    if (!last || seconds <= 0) {
      this.#window = { ...now, speedX: 0, speedY: 0 };
      return;
    }
    // Windows move in jerks, a few times a frame or not at all: smooth before differentiating.
    const share = 1 - Math.exp(-seconds / 0.04);
    const speedX = last.speedX + share * ((now.x - last.x) / seconds - last.speedX);
    const speedY = last.speedY + share * ((now.y - last.y) / seconds - last.speedY);
    const pushX = (speedX - last.speedX) / seconds;
    const pushY = (speedY - last.speedY) / seconds;
    this.#window = { ...now, speedX, speedY };
    if (Math.abs(pushX) + Math.abs(pushY) < 200) return;
    this.#told(pushX * PIXEL * WINDOW_WEIGHT, -pushY * PIXEL * WINDOW_WEIGHT, 0);
  }
}
