const mostKept = 20;

/** What was typed and is not yet kept by Kith: sent again after a drop, so that no word is lost. */
export class Outbox {
  #items = [];

  /** The events that Kith has not acknowledged, oldest first. */
  get waiting() {
    return this.#items.map(({ id, text }) => typed(id, text));
  }

  /** Whether there is room for another. */
  get isFull() {
    return this.#items.length >= mostKept;
  }

  /** Keeps `text` until it is acknowledged, and returns the event to send. */
  add(id, text) {
    this.#items.push({ id, text });
    return typed(id, text);
  }

  /** Kith has kept a typed turn: the one with that id, else the oldest with these words. */
  acknowledge(id, text) {
    let index = this.#items.findIndex((item) => item.id === id);
    if (index < 0) index = this.#items.findIndex((item) => item.text === text?.trim());
    if (index >= 0) this.#items.splice(index, 1);
  }
}

function typed(id, text) {
  const content = [{ type: 'input_text', text }];
  return { type: 'conversation.item.create', item: { id, type: 'message', role: 'user', content } };
}
