const mostCaptions = 200;
/** How replies end of which not all was heard. */
const unheard = ['cancelled', 'incomplete', 'failed'];

/** What is being said, as Kith tells it: events in, a picture of the moment out. */
export class Conversation {
  companion = { name: 'Mira', accent: '', persona: '' };
  /** What the companion does: a state of `kith.window`. */
  state = 'idle';
  /** What the person said last: {text, isKept, isTyped}. */
  person = { text: '', isKept: false, isTyped: false };
  /** The reply that is being given, or was given last. */
  reply = null;
  #waitsForReply = false;

  /** Whether a reply has begun and is not over, or typed words wait for one. */
  get isAwaited() {
    const isBeingGiven = this.reply !== null && !this.reply.isOver && !this.reply.isStopped;
    return this.#waitsForReply || isBeingGiven;
  }

  /** Whether something typed has not reached Kith yet. */
  get isUnread() {
    return this.person.isTyped && !this.person.isKept;
  }

  /** Takes an event; whatever comes again after a drop changes nothing. */
  take(event) {
    switch (event.type) {
      case 'session.created':
        Object.assign(this.companion, event.companion);
        break;
      case 'kith.window':
        // That the brain wakes is told to every page, also to one that the talk is not on.
        if (this.state === 'elsewhere' && event.reason === 'brain') break;
        this.state = event.state;
        // All is quiet again: nothing follows what was kept.
        if (['idle', 'listening'].includes(event.state) && this.person.isKept) {
          this.#waitsForReply = false;
        }
        break;
      case 'conversation.item.input_audio_transcription.delta':
        this.#begins({ text: event.text, isKept: false, isTyped: false });
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#kept(event);
        break;
      case 'kith.nothing':
        this.#waitsForReply = false;
        if (!this.person.isKept) this.person = { text: '', isKept: false, isTyped: false };
        break;
      case 'response.created':
        this.#waitsForReply = false;
        if (this.reply?.response !== event.response) this.reply = begin(event.response);
        break;
      default:
        if (this.reply && event.response === this.reply.response) this.#takeReply(event);
    }
  }

  /** Something typed is on its way. */
  typed(text) {
    this.#begins({ text, isKept: false, isTyped: true });
    this.#waitsForReply = true;
  }

  /** The answer is wanted no more. */
  stopped() {
    this.#waitsForReply = false;
    if (this.reply) this.reply.isStopped = true;
  }

  /** Kith was started anew: what it had begun does not go on. */
  forgotten() {
    if (this.reply) this.reply.isOver = true;
    if (!this.isUnread) this.#waitsForReply = false;
  }

  #kept({ transcript, typed, item_id: id }) {
    // Sent again after a drop: the answer may be there already.
    const isKnown = this.person.isKept && this.person.id === id;
    // Words may be added to it: the person went on after it had been taken.
    if (isKnown && this.person.text === transcript) return;
    this.#begins({ text: transcript, isKept: true, isTyped: Boolean(typed), id });
  }

  /** A new exchange begins: an answer that is over does not belong to these words. */
  #begins(person) {
    this.person = person;
    if (this.reply?.isOver) this.reply = null;
  }

  #takeReply(event) {
    const { reply } = this;
    switch (event.type) {
      case 'response.output_text.delta':
        reply.text += event.delta;
        break;
      case 'kith.caption':
        insert(reply.captions, event, ({ sentence }) => sentence === event.sentence);
        break;
      case 'kith.face':
        insert(reply.faces, event, ({ at }) => at === event.at);
        break;
      case 'response.done':
        reply.isOver = true;
        if (unheard.includes(event.status)) reply.heard = event.heard ?? '';
        break;
    }
  }
}

function begin(response) {
  const state = { isOver: false, isStopped: false, heard: null };
  return { response, text: '', captions: [], faces: [], ...state };
}

function insert(list, event, isSame) {
  if (list.length >= mostCaptions || list.some(isSame)) return;
  list.push(event);
  list.sort((a, b) => a.at - b.at);
}
