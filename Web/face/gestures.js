// Tells strokes, pokes and holds from what pointers do. Knows nothing of the face but where it is.

/** Farther than this, in CSS pixels, a finger strokes. */
const STROKE_DISTANCE = 14;
/** Longer than this, in milliseconds, a resting finger holds. */
const HOLD_TIME = 550;

export class Gestures {
  #target;
  #tell;
  #pointers = new Map();
  #kind = 'none';
  #timer = 0;

  /**
   * @param {HTMLElement} target where fingers are watched
   * @param {(kind: string, point: {x: number, y: number}, first: boolean) => void} tell
   *   kind: stroke, poke, hold, two-finger-hold or none; the point in −1…1; whether it just began
   */
  constructor(target, tell) {
    this.#target = target;
    this.#tell = tell;
  }

  start(signal) {
    const on = (name, handle) => this.#target.addEventListener(name, handle, { signal });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event, true));
    on('pointercancel', (event) => this.#up(event, false));
    // A long press would open the browser's own menu over the face.
    on('contextmenu', (event) => event.preventDefault());
    signal.addEventListener('abort', () => this.#end());
  }

  #end() {
    clearTimeout(this.#timer);
    this.#pointers.clear();
    this.#kind = 'none';
  }

  #point(event) {
    const box = this.#target.getBoundingClientRect();
    return {
      x: (2 * (event.clientX - box.left)) / Math.max(box.width, 1) - 1,
      y: (2 * (event.clientY - box.top)) / Math.max(box.height, 1) - 1,
    };
  }

  #down(event) {
    if (this.#pointers.size >= 2) return;
    this.#target.setPointerCapture?.(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const point = this.#point(event);
    clearTimeout(this.#timer);
    const kind = this.#pointers.size === 2 ? 'two-finger-hold' : 'hold';
    this.#kind = 'waiting';
    this.#timer = setTimeout(() => this.#begin(kind, point), HOLD_TIME);
  }

  #move(event) {
    const start = this.#pointers.get(event.pointerId);
    if (!start) return;
    const point = this.#point(event);
    const distance = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (this.#kind === 'waiting' && distance > STROKE_DISTANCE && this.#pointers.size === 1) {
      clearTimeout(this.#timer);
      this.#begin('stroke', point);
    } else if (this.#kind === 'stroke' || this.#kind === 'hold') {
      this.#tell(this.#kind, point, false);
    }
  }

  #up(event, isMeant) {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#timer);
    const point = this.#point(event);
    if (isMeant && this.#kind === 'waiting' && this.#pointers.size === 0) {
      this.#tell('poke', point, true);
    }
    if (this.#pointers.size > 0) return;
    this.#kind = 'none';
    this.#tell('none', point, true);
  }

  #begin(kind, point) {
    this.#kind = kind;
    this.#tell(kind, point, true);
  }
}
