// The small signs beside the eyes: blush, tear, drop of sweat, sleep, question, battery.

import { EYE, HEAD } from './layout.js';
import { css, mixed, WHITE } from './colour.js';

const TURN = 2 * Math.PI;
const PINK = [1, 0.42, 0.56];
const WATER = [0.62, 0.86, 1];

/** Fades in and out with a phase that begins again. */
const fade = (phase) => Math.sin(Math.PI * phase) ** 0.7;

export function paintBlush(context, head, eyes) {
  const blush = head(HEAD.blush);
  if (blush < 0.02) return;
  [-1, 1].forEach((side, i) => {
    const x = eyes[i](EYE.x) + side * 0.2;
    const y = eyes[i](EYE.y) + 0.55;
    context.save();
    context.translate(x, y);
    context.scale(1, 0.6);
    const soft = context.createRadialGradient(0, 0, 0, 0, 0, 0.34);
    soft.addColorStop(0, css(PINK, 0.8 * blush));
    soft.addColorStop(1, css(PINK, 0));
    context.fillStyle = soft;
    context.fillRect(-0.34, -0.34, 0.68, 0.68);
    context.restore();
    const lines = Math.max(blush - 0.3, 0) / 0.7;
    if (lines < 0.02) return;
    context.strokeStyle = css(PINK, 0.8 * lines);
    context.lineWidth = 0.028;
    context.beginPath();
    for (const step of [-1, 0, 1]) {
      context.moveTo(x + step * 0.1 + 0.025, y - 0.05);
      context.lineTo(x + step * 0.1 - 0.025, y + 0.05);
    }
    context.stroke();
  });
}

function drop(context, x, y, size) {
  context.beginPath();
  context.moveTo(x, y - 1.5 * size);
  context.bezierCurveTo(x + 0.35 * size, y - 0.8 * size, x + size, y - 0.3 * size, x + size, y + 0.2 * size);
  context.arc(x, y + 0.2 * size, size, 0, Math.PI);
  context.bezierCurveTo(x - size, y - 0.3 * size, x - 0.35 * size, y - 0.8 * size, x, y - 1.5 * size);
  context.fill();
}

export function paintTear(context, head, eyes) {
  const phase = head(HEAD.fall);
  [-1, 1].forEach((side, i) => {
    const tear = eyes[i](EYE.tear);
    if (tear < 0.05) return;
    // The drops fall one after the other.
    const mine = (phase + (i ? 0.45 : 0)) % 1;
    const x = eyes[i](EYE.x) + side * 0.16;
    const y = eyes[i](EYE.y) + eyes[i](EYE.height) / 2 + 0.42 * mine * mine;
    context.fillStyle = css(WATER, 0.95 * tear * fade(mine));
    drop(context, x, y, 0.055 * (0.6 + 0.4 * Math.min(mine * 3, 1)));
  });
}

export function paintSweat(context, head, eyes) {
  const sweat = head(HEAD.sweat);
  if (sweat < 0.02) return;
  const phase = head(HEAD.fall);
  const x = eyes[1](EYE.x) + 0.45;
  const y = eyes[1](EYE.y) - 0.42 + 0.22 * phase;
  context.fillStyle = css(WATER, 0.95 * sweat * fade(phase));
  drop(context, x, y, 0.075);
}

export function paintDoze(context, head, eyes, colour) {
  const sleep = head(HEAD.sleep);
  if (sleep < 0.02) return;
  for (const offset of [0, 0.5]) {
    const phase = (head(HEAD.doze) + offset) % 1;
    const half = 0.045 + 0.055 * phase;
    // Not as far as the corners, where the page has its buttons.
    const x = eyes[1](EYE.x) + 0.24 + 0.1 * phase + 0.03 * Math.sin(phase * TURN);
    const y = eyes[1](EYE.y) - 0.16 - 0.44 * phase;
    context.strokeStyle = css(mixed(colour, WHITE, 0.3), 0.9 * sleep * fade(phase));
    context.lineWidth = 0.022 + 0.02 * phase;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half, y - half);
    context.lineTo(x - half, y + half);
    context.lineTo(x + half, y + half);
    context.stroke();
  }
}

export function paintQuestion(context, head, colour) {
  const question = head(HEAD.question);
  if (question < 0.02) return;
  const float = 0.02 * Math.sin(TURN * head(HEAD.pulse));
  context.save();
  context.translate(1.06, -0.28 + float);
  context.rotate(0.18);
  context.scale(question, question);
  context.strokeStyle = context.fillStyle = css(mixed(colour, WHITE, 0.25), question);
  context.lineWidth = 0.062;
  context.beginPath();
  context.arc(0, -0.06, 0.11, Math.PI, 0.42 * Math.PI);
  context.quadraticCurveTo(0, 0.08, 0, 0.14);
  context.stroke();
  context.beginPath();
  context.arc(0, 0.26, 0.04, 0, TURN);
  context.fill();
  context.restore();
}

export function paintBattery(context, head, colour) {
  const battery = head(HEAD.battery);
  if (battery < 0.02) return;
  context.save();
  context.translate(0, 0.52);
  context.globalAlpha = battery;
  context.strokeStyle = context.fillStyle = css(mixed(colour, WHITE, 0.3));
  context.lineWidth = 0.045;
  context.beginPath();
  context.roundRect(-0.24, -0.12, 0.48, 0.24, 0.06);
  context.stroke();
  context.beginPath();
  context.roundRect(0.275, -0.05, 0.05, 0.1, 0.02);
  context.fill();
  const blink = 0.35 + 0.65 * (0.5 + 0.5 * Math.sin(TURN * head(HEAD.pulse)));
  context.fillStyle = css([1, 0.36, 0.3], blink);
  context.beginPath();
  context.roundRect(-0.19, -0.07, 0.09, 0.14, 0.025);
  context.fill();
  context.restore();
}
