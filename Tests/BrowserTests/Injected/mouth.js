/* A microphone into which a test speaks when it likes. */
{
  let context = null;
  let track = null;
  const mouth = { said: [], isSilent: true };
  globalThis.mouth = mouth;

  /** Speaks a WAV file, given in base 64; tells when its first sample was spoken. */
  mouth.say = async (file) => {
    const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(track);
    mouth.isSilent = false;
    source.addEventListener('ended', () => {
      mouth.isSilent = true;
    });
    source.start();
    mouth.said.push(performance.now());
    return mouth.said.at(-1);
  };

  navigator.mediaDevices.getUserMedia = async () => {
    context ??= new AudioContext({ sampleRate: 48000 });
    track = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    await context.resume();
    return track.stream;
  };
}
