/* Hears what the page plays: everything that goes to the destination of an AudioContext goes to a
   worklet too, which hands over every sample with its place in the context's time. */
{
  const ears = { chunks: [], rate: 0, context: null, clock: null };
  globalThis.ears = ears;

  /** What was heard so far: the first frame, and 16-bit samples in base 64. */
  ears.take = () => {
    const first = ears.chunks[0]?.frame ?? 0;
    const last = ears.chunks.at(-1);
    const samples = new Int16Array(last ? last.frame + last.samples.length - first : 0);
    for (const { frame, samples: some } of ears.chunks) {
      some.forEach((value, at) => {
        samples[frame - first + at] = Math.max(-1, Math.min(1, value)) * 32767;
      });
    }
    return { first, rate: ears.rate, samples: base64(new Uint8Array(samples.buffer)) };
  };

  /** When a frame was rendered, on the page's clock. */
  ears.when = (frame) => ears.clock.now + (frame / ears.rate - ears.clock.time) * 1000;

  /** Which frame was rendered at a moment of the page's clock. */
  ears.frame = (now) => (ears.clock.time + (now - ears.clock.now) / 1000) * ears.rate;

  /** The loudest sample of the last `ms` milliseconds. */
  ears.level = (ms) => {
    let left = (ears.rate * ms) / 1000;
    let most = 0;
    for (let i = ears.chunks.length - 1; i >= 0 && left > 0; i -= 1) {
      for (const value of ears.chunks[i].samples) most = Math.max(most, Math.abs(value));
      left -= ears.chunks[i].samples.length;
    }
    return most;
  };

  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    const result = connect.call(this, to, ...rest);
    if (to instanceof AudioDestinationNode) listen(this);
    return result;
  };

  async function listen(node) {
    const { context } = node;
    ears.context = context;
    ears.rate = context.sampleRate;
    await context.audioWorklet.addModule('/under-test/ear-worklet.js');
    const ear = new AudioWorkletNode(context, 'test-ear', {
      numberOfOutputs: 0,
      channelCount: 2,
      channelCountMode: 'explicit',
    });
    ear.port.onmessage = ({ data }) => {
      ears.chunks.push(data);
      const clock = { now: performance.now(), time: context.currentTime };
      const ahead = (one) => one.time - one.now / 1000;
      // The least delay between both clocks is the truest.
      if (!ears.clock || ahead(clock) > ahead(ears.clock)) ears.clock = clock;
    };
    connect.call(node, ear);
  }

  function base64(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 32768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    return btoa(text);
  }
}
