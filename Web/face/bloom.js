// The glow around what shines: the picture shrunk, blurred and laid under itself.
//
// Blurring a sixteenth of the pixels by averaging neighbours costs almost nothing, and looks the same
// in every browser.

const canvasOf = () => document.createElement('canvas');

export class Bloom {
  #near = canvasOf();
  #far = canvasOf();
  #spare = canvasOf();

  resize(width, height) {
    // The glow is as wide on a phone as on a wall: it is measured in shares of the picture.
    const near = 128 / Math.min(Math.max(width, height), 4096);
    this.#size(this.#near, width * near * 1.5, height * near * 1.5);
    this.#size(this.#far, width * near * 0.6, height * near * 0.6);
  }

  #size(canvas, width, height) {
    canvas.width = Math.max(Math.round(width), 8);
    canvas.height = Math.max(Math.round(height), 8);
  }

  /** Lays the glow of `picture` under it; `context` is the picture's own. */
  glow(context, picture, strength) {
    this.#copy(this.#near, picture);
    this.#blur(this.#near, [1, 2]);
    this.#copy(this.#far, this.#near);
    this.#blur(this.#far, [1, 2, 3, 4]);
    context.save();
    context.globalCompositeOperation = 'destination-over';
    context.imageSmoothingQuality = 'high';
    context.globalAlpha = Math.min(0.4 + 0.6 * strength, 1);
    context.drawImage(this.#near, 0, 0, picture.width, picture.height);
    context.globalAlpha = Math.min(0.25 + 0.75 * strength, 1);
    context.drawImage(this.#far, 0, 0, picture.width, picture.height);
    context.restore();
  }

  #copy(canvas, picture) {
    const context = canvas.getContext('2d');
    context.globalCompositeOperation = 'copy';
    context.globalAlpha = 1;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }

  /** Averages each pixel with four neighbours, as often and as far away as `steps` says. */
  #blur(canvas, steps) {
    const spare = this.#spare;
    if (spare.width !== canvas.width || spare.height !== canvas.height) {
      this.#size(spare, canvas.width, canvas.height);
    }
    for (const step of steps) {
      this.#copy(spare, canvas);
      const context = canvas.getContext('2d');
      // Across and aslant in turn, or round lights would get square glows.
      const aside = step % 2 ? 0 : step;
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.globalCompositeOperation = 'lighter';
      context.globalAlpha = 1 / 5;
      for (const [x, y] of [[0, 0], [step, aside], [-step, -aside], [-aside, step], [aside, -step]]) {
        context.drawImage(spare, x, y);
      }
    }
  }
}
