/** How long to wait before the attempt after `failures` failed ones, in milliseconds. */
export function wait(failures) {
  return Math.min(250 * 2 ** failures, 5000);
}

/** Closed because the session went on in another connection. */
const replaced = 4000;

const mostWaiting = 1024 * 1024;

/**
 * The WebSocket to Kith, opened again whenever it breaks.
 *
 * Events: `open`, `down`, `replaced` (before `down`: another page goes on with the session), `event` (detail: the JSON object), `sound` (detail: ArrayBuffer); the
 * last two in the order in which Kith sent them.
 */
export class Socket extends EventTarget {
  #address;
  #socket = null;
  #failures = 0;
  #timer = 0;

  constructor(address) {
    super();
    this.#address = address;
  }

  /** Whether messages can be sent. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether so much waits to be sent that more should not be given. */
  get isFull() {
    return (this.#socket?.bufferedAmount ?? 0) > mostWaiting;
  }

  /** Opens the socket now, unless it is open, and keeps it open from now on. */
  open() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#failures = 0;
      this.dispatchEvent(new Event('open'));
    });
    socket.addEventListener('message', ({ data }) => this.#take(data));
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code));
  }

  /** Sends an event; false when there is no connection. */
  send(event) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(event));
    return true;
  }

  /** Sends a sound message; false when there is no connection. */
  sendSound(message) {
    if (!this.isOpen) return false;
    this.#socket.send(message);
    return true;
  }

  #take(data) {
    if (typeof data !== 'string') {
      this.dispatchEvent(new CustomEvent('sound', { detail: data }));
      return;
    }
    let event;
    try {
      event = JSON.parse(data);
    } catch {
      return;
    }
    if (typeof event?.type === 'string') {
      this.dispatchEvent(new CustomEvent('event', { detail: event }));
    }
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (code === replaced) this.dispatchEvent(new Event('replaced'));
    this.#timer = setTimeout(() => this.open(), wait(this.#failures));
    this.#failures += 1;
    this.dispatchEvent(new Event('down'));
  }
}
