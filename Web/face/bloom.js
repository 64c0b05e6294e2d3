// The glow around what shines: its shapes once more, small and blurred, on a canvas of their own that
// the page lays under the face and stretches.
//
// Blurring some ten thousand pixels by averaging neighbours costs almost nothing and looks the same in
// every browser; stretching is done by the compositor.

/** The longer side of the glow, in pixels. */
const REACH = 176;
/** How far away each average looks, for the near glow and then for the far one. */
const NEAR = [1, 2];
const FAR = [3, 4, 5, 3];

export class Bloom {
  #canvas;
  #context;
  #near = document.createElement('canvas');
  #spare = document.createElement('canvas');
  #scale = 1;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
  }

  /** Fits the glow to a picture of this many pixels. */
  resize(width, height) {
    this.#scale = REACH / Math.max(width, height);
    for (const canvas of [this.#canvas, this.#near, this.#spare]) {
      canvas.width = Math.max(Math.round(width * this.#scale), 8);
      canvas.height = Math.max(Math.round(height * this.#scale), 8);
    }
  }

  /** Makes the glow of what `draw` draws in pixels of the picture; nothing when `strength` is 0. */
  paint(strength, draw) {
    const context = this.#context;
    this.#clear(context);
    if (strength <= 0) return;
    context.save();
    context.scale(this.#scale, this.#scale);
    draw(context);
    context.restore();
    this.#blur(NEAR);
    this.#copy(this.#near, this.#canvas);
    this.#blur(FAR);
    // The far glow stays; the near one is laid over it.
    this.#copy(this.#spare, this.#canvas);
    this.#clear(context);
    context.globalCompositeOperation = 'lighter';
    context.globalAlpha = Math.min(0.25 + 0.75 * strength, 1);
    context.drawImage(this.#spare, 0, 0);
    context.globalAlpha = Math.min(0.35 + 0.5 * strength, 1);
    context.drawImage(this.#near, 0, 0);
  }

  #clear(context) {
    context.globalCompositeOperation = 'source-over';
    context.globalAlpha = 1;
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  #copy(canvas, picture) {
    const context = canvas.getContext('2d');
    context.globalCompositeOperation = 'copy';
    context.drawImage(picture, 0, 0);
  }

  /** Averages each pixel with four neighbours, as often and as far away as `steps` says. */
  #blur(steps) {
    const context = this.#context;
    for (const step of steps) {
      this.#copy(this.#spare, this.#canvas);
      // Across and aslant in turn, or round lights would get square glows.
      const aside = step % 2 ? 0 : step;
      this.#clear(context);
      context.globalCompositeOperation = 'lighter';
      context.globalAlpha = 1 / 5;
      for (const [x, y] of [[0, 0], [step, aside], [-step, -aside], [-aside, step], [aside, -step]]) {
        context.drawImage(this.#spare, x, y);
      }
    }
  }
}
