const longestGap = 24000;

/** Makes sure that each sample of a reply is played once, whatever is sent again after a drop. */
export class ReplySound {
  /** How many samples have arrived. */
  received = 0;

  /**
   * Takes a piece of the reply.
   *
   * @param {number} position where it begins.
   * @param {Int16Array} samples
   * @returns {Int16Array | null} what is new of it; a small gap is filled with silence.
   */
  accept(position, samples) {
    const end = position + samples.length;
    const gap = position - this.received;
    if (end <= this.received || gap > longestGap) return null;
    let fresh = samples;
    if (gap < 0) {
      fresh = samples.subarray(-gap);
    } else if (gap > 0) {
      fresh = new Int16Array(gap + samples.length);
      fresh.set(samples, gap);
    }
    this.received = end;
    return fresh;
  }
}
