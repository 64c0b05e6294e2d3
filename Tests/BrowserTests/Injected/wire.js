/* Sees every message between the page and Kith, and can cut the wire. */
{
  const wire = { sockets: [], events: [], sent: [], sounds: [], isCut: false };
  globalThis.wire = wire;

  /** Cuts it until `mend` is called. */
  wire.cut = () => {
    wire.isCut = true;
    wire.sockets.at(-1).close();
  };

  wire.mend = () => {
    wire.isCut = false;
  };

  /** The events of a type. */
  wire.of = (type) => wire.events.filter((event) => event.type === type);

  /** The whole sound of the first reply, its samples in base 64. */
  wire.reply = () => {
    const { stream } = wire.of('response.created')[0];
    let text = '';
    for (const { data } of wire.sounds) {
      if (new DataView(data).getUint32(4, true) !== stream) continue;
      for (const byte of new Uint8Array(data, 16)) text += String.fromCharCode(byte);
    }
    return btoa(text);
  };

  /** At which sample of its reply a marked word begins. */
  wire.word = ({ line, index }) => {
    const caption = wire.of('kith.caption').find(({ text }) => text === line);
    return { sample: caption ? caption.at + caption.words[index].start : -1 };
  };

  const { WebSocket } = globalThis;
  globalThis.WebSocket = class extends WebSocket {
    constructor(address) {
      // No socket is to be had at another path, and the page's own rules allow no other place.
      super(wire.isCut ? `${address}/cut` : address);
      wire.sockets.push(this);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        if (typeof data === 'string') wire.events.push({ ...JSON.parse(data), now });
        else wire.sounds.push({ data, now });
      });
    }

    send(data) {
      const now = performance.now();
      if (typeof data === 'string') wire.sent.push({ ...JSON.parse(data), now });
      else wire.sent.push({ type: 'sound', end: end(data), now });
      super.send(data);
    }
  };

  /** Behind which sample of its stream a message ends. */
  function end(message) {
    const view = new DataView(message);
    return view.getUint32(8, true) + (message.byteLength - 16) / 2;
  }
}
