// Paints the numbers of the engine on a canvas: eyes, mouth, glow. It decides nothing about them.

import {
  EYE, EYE_POINTS, EYE_POINTS_START, EYE_STRIDE, HEAD, HEAD_START, MOUTH_POINTS, MOUTH_POINTS_START,
} from './layout.js';
import { Bloom } from './bloom.js';
import { css, mixed, BLACK, WHITE } from './colour.js';
import { paintBattery, paintBlush, paintDoze, paintQuestion, paintSweat, paintTear } from './marks.js';

const TURN = 2 * Math.PI;
/** The face is at most this wide, in half heights of the visor. */
const FACE_WIDTH = 2.7;
const FACE_HEIGHT = 2.05;
/** More pixels than this cost power and show nothing. */
const MOST_PIXELS = 3840 * 2160;

export class Painter {
  #canvas;
  #context;
  #glow;
  #bloom;
  #light = -1;
  #width = 1;
  #height = 1;
  #unit = 1;
  highContrast = false;

  /**
   * @param {HTMLCanvasElement} canvas for the face
   * @param {HTMLCanvasElement} glow for the glow; the page lays it under the face, equally large
   */
  constructor(canvas, glow) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#glow = glow;
    this.#bloom = new Bloom(glow);
  }

  /** Fits the canvas to its place: CSS pixels and how many device pixels each has. */
  resize(width, height, ratio) {
    const most = Math.sqrt(MOST_PIXELS / Math.max(width * height, 1));
    const scale = Math.min(ratio, most);
    this.#width = Math.max(Math.round(width * scale), 1);
    this.#height = Math.max(Math.round(height * scale), 1);
    this.#canvas.width = this.#width;
    this.#canvas.height = this.#height;
    this.#unit = Math.min(this.#width / FACE_WIDTH, this.#height / FACE_HEIGHT);
    this.#bloom.resize(this.#width, this.#height);
  }

  /** Pixels of a half height of the visor, as a share of the canvas's width and height. */
  get scale() {
    return { x: this.#unit / this.#width, y: this.#unit / this.#height };
  }

  paint(numbers) {
    const context = this.#context;
    const head = (part) => numbers[HEAD_START + part];
    const colour = this.#colour(numbers);
    const place = (on) => {
      on.translate(this.#width / 2, this.#height / 2);
      on.scale(this.#unit, this.#unit);
      on.translate(head(HEAD.driftX) + head(HEAD.x), head(HEAD.driftY) + head(HEAD.y));
      on.rotate(head(HEAD.angle));
      on.scale(head(HEAD.scaleX), head(HEAD.scaleY));
    };
    this.#begin();
    place(context);
    for (const eye of [0, 1]) this.#eye(numbers, eye, colour);
    this.#mouth(numbers, colour);
    paintBattery(context, head, colour);
    paintQuestion(context, head, colour);
    const eyes = [0, 1].map((eye) => (part) => numbers[eye * EYE_STRIDE + part]);
    paintBlush(context, head, eyes);
    paintTear(context, head, eyes);
    paintSweat(context, head, eyes);
    paintDoze(context, head, eyes, colour);
    this.#bloom.paint(this.highContrast ? 0 : head(HEAD.halo), (on) => {
      place(on);
      on.lineJoin = on.lineCap = 'round';
      on.fillStyle = on.strokeStyle = css(colour);
      for (const eye of [0, 1]) this.#shape(on, numbers, eye);
      this.#lips(on, numbers);
    });
    this.#dim(head(HEAD.dim));
  }

  /** Two calm eyes, for when there is no engine. */
  paintStill(colour, isAsleep) {
    const context = this.#context;
    this.#begin();
    context.translate(this.#width / 2, this.#height / 2);
    context.scale(this.#unit, this.#unit);
    context.fillStyle = context.strokeStyle = css(colour);
    for (const side of [-1, 1]) {
      context.beginPath();
      if (isAsleep) {
        context.roundRect(side * 0.58 - 0.3, -0.02, 0.6, 0.08, 0.04);
      } else {
        context.roundRect(side * 0.58 - 0.33, -0.55, 0.66, 0.82, 0.31);
      }
      context.fill();
    }
    context.lineWidth = 0.064;
    context.beginPath();
    context.arc(0, 0.42, 0.2, 0.2 * Math.PI, 0.8 * Math.PI);
    context.stroke();
    this.#bloom.paint(0);
  }

  #colour(numbers) {
    const part = (index) => numbers[HEAD_START + index];
    const colour = [part(HEAD.red), part(HEAD.green), part(HEAD.blue)];
    return this.highContrast ? mixed(colour, WHITE, 0.35) : colour;
  }

  #begin() {
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = 'source-over';
    context.globalAlpha = 1;
    context.clearRect(0, 0, this.#width, this.#height);
    context.lineJoin = 'round';
    context.lineCap = 'round';
  }

  #trace(context, numbers, start, count) {
    context.beginPath();
    context.moveTo(numbers[start], numbers[start + 1]);
    for (let i = 1; i < count; i += 1) {
      context.lineTo(numbers[start + 2 * i], numbers[start + 2 * i + 1]);
    }
    context.closePath();
  }

  /** The outline of an eye, filled with the styles that are set. */
  #shape(context, numbers, eye) {
    const part = (index) => numbers[eye * EYE_STRIDE + index];
    context.save();
    context.translate(part(EYE.x), part(EYE.y));
    context.rotate(part(EYE.angle));
    this.#trace(context, numbers, EYE_POINTS_START + eye * 2 * EYE_POINTS, EYE_POINTS);
    context.lineWidth = 2 * part(EYE.radius);
    context.fill();
    context.stroke();
    context.restore();
  }

  /** The outline of the mouth, as a line. */
  #lips(context, numbers) {
    const head = (part) => numbers[HEAD_START + part];
    context.save();
    context.globalAlpha = head(HEAD.mouthShow);
    context.translate(head(HEAD.mouthX), head(HEAD.mouthY));
    this.#trace(context, numbers, MOUTH_POINTS_START, MOUTH_POINTS);
    context.lineWidth = 2 * head(HEAD.mouthRadius);
    context.stroke();
    context.restore();
  }

  #eye(numbers, eye, colour) {
    const context = this.#context;
    const part = (index) => numbers[eye * EYE_STRIDE + index];
    const half = part(EYE.height) / 2;
    const shade = context.createLinearGradient(0, -half, 0, half);
    const glow = Math.min(part(EYE.glow), 1.2);
    shade.addColorStop(0, css(mixed(colour, WHITE, 0.22 + 0.3 * glow)));
    shade.addColorStop(0.5, css(mixed(colour, WHITE, 0.12 * glow)));
    shade.addColorStop(1, css(mixed(colour, BLACK, 0.2 - 0.1 * glow)));
    context.fillStyle = context.strokeStyle = shade;
    this.#shape(context, numbers, eye);
    context.save();
    context.translate(part(EYE.x), part(EYE.y));
    context.rotate(part(EYE.angle));
    // Whatever lies in the eye must not show beyond its lids.
    context.globalCompositeOperation = 'source-atop';
    this.#depth(part, half);
    this.#pupil(part, colour);
    this.#spiral(part, numbers[HEAD_START + HEAD.spiralAngle], eye);
    this.#highlights(part);
    context.restore();
  }

  /** Light in the middle and shade at the rim, as of something round that shines. */
  #depth(part, half) {
    if (this.highContrast) return;
    const context = this.#context;
    const reach = Math.max(1.25 * half, 0.2);
    const depth = context.createRadialGradient(0, -0.3 * half, 0, 0, -0.1 * half, reach);
    depth.addColorStop(0, css(WHITE, 0.26));
    depth.addColorStop(0.55, css(WHITE, 0));
    depth.addColorStop(0.72, css(BLACK, 0));
    depth.addColorStop(1, css(BLACK, 0.2));
    context.fillStyle = depth;
    // No farther than this eye: the other is painted already.
    const side = 0.53 * part(EYE.width);
    context.fillRect(-side, -1.15 * half, 2 * side, 2.3 * half);
  }

  #pupil(part, colour) {
    const size = part(EYE.pupilSize);
    if (size < 0.01) return;
    const context = this.#context;
    const x = part(EYE.pupilX);
    const y = part(EYE.pupilY);
    const rim = mixed(colour, BLACK, 0.45);
    context.fillStyle = css(rim, 0.55);
    context.beginPath();
    context.ellipse(x, y, 0.62 * size, 0.66 * size, 0, 0, TURN);
    context.fill();
    const depth = context.createRadialGradient(x, y + 0.2 * size, 0.1 * size, x, y, 0.55 * size);
    depth.addColorStop(0, css(mixed(colour, BLACK, 0.72)));
    depth.addColorStop(1, css(mixed(colour, BLACK, 0.93)));
    context.fillStyle = depth;
    context.beginPath();
    context.ellipse(x, y, 0.5 * size, 0.54 * size, 0, 0, TURN);
    context.fill();
  }

  #spiral(part, angle, eye) {
    const amount = part(EYE.spiral);
    if (amount < 0.02) return;
    const context = this.#context;
    const reach = 0.46 * Math.min(part(EYE.width), part(EYE.height));
    const turn = eye === 0 ? angle : -angle;
    context.strokeStyle = css(BLACK, 0.85 * amount);
    context.lineWidth = 0.062;
    context.beginPath();
    for (let step = 0; step <= 64; step += 1) {
      const share = step / 64;
      const at = (eye === 0 ? 1 : -1) * share * 2.6 * TURN + turn;
      context.lineTo(Math.cos(at) * reach * share, Math.sin(at) * reach * share);
    }
    context.stroke();
  }

  #highlights(part) {
    const size = part(EYE.highlightSize);
    if (size < 0.01) return;
    const context = this.#context;
    const x = part(EYE.highlightX);
    const y = part(EYE.highlightY);
    const sparkle = part(EYE.sparkle);
    context.fillStyle = css(WHITE, 0.95);
    context.beginPath();
    context.arc(x, y, (0.5 - 0.28 * sparkle) * size, 0, TURN);
    context.fill();
    if (sparkle > 0.02) this.#star(x, y, (0.3 + 0.75 * sparkle) * size);
    if (part(EYE.pupilSize) < 0.05) return;
    context.fillStyle = css(WHITE, 0.6);
    context.beginPath();
    context.arc(
      x + 0.52 * part(EYE.pupilSize), y + 0.54 * part(EYE.pupilSize), 0.2 * size, 0, TURN);
    context.fill();
  }

  #star(x, y, reach) {
    const context = this.#context;
    context.beginPath();
    context.moveTo(x + reach, y);
    for (const corner of [1, 2, 3, 4]) {
      const at = (corner * TURN) / 4;
      const between = at - TURN / 8;
      context.quadraticCurveTo(
        x + 0.16 * reach * Math.cos(between), y + 0.16 * reach * Math.sin(between),
        x + reach * Math.cos(at), y + reach * Math.sin(at));
    }
    context.fill();
  }

  #mouth(numbers, colour) {
    const head = (part) => numbers[HEAD_START + part];
    const show = head(HEAD.mouthShow);
    if (show < 0.02) return;
    const context = this.#context;
    const open = head(HEAD.mouthOpen);
    context.save();
    context.globalAlpha = show;
    context.translate(head(HEAD.mouthX), head(HEAD.mouthY));
    this.#trace(context, numbers, MOUTH_POINTS_START, MOUTH_POINTS);
    context.fillStyle = css(mixed(colour, BLACK, 0.74));
    context.fill();
    if (open > 0.15 && !this.highContrast) {
      context.clip();
      context.fillStyle = css([1, 0.5, 0.55], Math.min((open - 0.15) * 3, 0.9));
      context.beginPath();
      context.ellipse(0, 0.4 * open, 0.3 * head(HEAD.mouthWidth), 0.17 * open, 0, 0, TURN);
      context.fill();
    }
    context.restore();
    context.strokeStyle = css(mixed(colour, WHITE, 0.12));
    this.#lips(context, numbers);
  }

  /** Left to the compositor, which does it for nothing. */
  #dim(light) {
    if (Math.abs(light - this.#light) < 0.004) return;
    this.#light = light;
    this.#canvas.style.opacity = this.#glow.style.opacity = light.toFixed(3);
  }
}
