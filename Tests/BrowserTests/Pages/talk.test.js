import { readAddress } from '/components/brain-chooser/address.js';
import { brainName } from '/components/brain-chooser/names.js';
import { Problems } from '/components/problem-chip/problems.js';
import { Conversation } from '/screens/talk/conversation.js';
import { roomWords } from '/components/composer/room.js';
import { begun, mouthAt, pieces, sentenceAt, wordAt } from '/screens/talk/moment.js';
import { faceIn, hint, isAnswering, looksIn, stateWords } from '/screens/talk/states.js';
import { clock, dayTitle, moment } from '/screens/words/days.js';
import { found } from '/screens/words/found.js';
import { equal, holds } from './expect.js';

const transcription = 'conversation.item.input_audio_transcription';

const caption = {
  type: 'kith.caption',
  response: 'r1',
  sentence: 0,
  at: 1000,
  text: 'Well, hello — you.',
  words: [
    { text: 'Well,', start: 0, end: 500 },
    { text: 'hello', start: 500, end: 900 },
    { text: 'you.', start: 1000, end: 1500 },
  ],
};

function marked(pieces) {
  return pieces.filter(({ isFound }) => isFound).map(({ text }) => text);
}

export const tests = {
  'a caption is cut at its words and loses nothing': async () => {
    const cut = pieces(caption);
    equal(cut.map(({ text }) => text).join(''), caption.text);
    equal(cut.filter(({ word }) => word >= 0).map(({ text }) => text), ['Well,', 'hello', 'you.']);
    equal(pieces({ text: 'No times.' }), [{ text: 'No times.', word: -1 }]);
  },

  'the word underlined is the one being said': async () => {
    const words = [999, 1000, 1499, 1500, 1950, 2100, 9999].map((at) => wordAt(caption, at));
    equal(words, [-1, 0, 0, 1, -1, 2, -1]);
  },

  'the sentence shown is the last that has begun': async () => {
    const list = [{ at: 0 }, { at: 500 }];
    equal([0, 499, 500].map((sample) => begun(list, sample).at), [0, 0, 500]);
    equal(begun([], 3), null);
  },

  'a sentence that came in parts is shown whole, with the word being said': async () => {
    const first = {
      at: 0, text: 'Well, my friend,', goes_on: true,
      words: [
        { text: 'Well,', start: 0, end: 100 }, { text: 'my', start: 100, end: 200 },
        { text: 'friend,', start: 200, end: 300 },
      ],
    };
    const second = { at: 400, text: 'yes.', words: [{ text: 'yes.', start: 0, end: 100 }] };
    const third = { at: 600, text: 'Or no.', words: [] };
    const shown = (list, sample) => {
      const { pieces: found, word, key } = sentenceAt(list, sample);
      return [found.map(({ text }) => text).join(''), word, key];
    };
    equal(shown([first], 50), ['Well, my friend,', 0, '0 0']);
    equal(shown([first, second, third], 250), ['Well, my friend, yes.', 2, '0 1']);
    equal(shown([first, second, third], 450), ['Well, my friend, yes.', 3, '0 1']);
    equal(shown([first, second, third], 650), ['Or no.', -1, '600 0']);
    equal(sentenceAt([second], 3), null);
  },

  'of a reply that was stopped only what was heard stays': async () => {
    const conversation = new Conversation();
    const begin = (response) => {
      conversation.take({ type: 'response.created', response, stream: 1 });
      conversation.take({ type: 'response.output_text.delta', response, delta: 'A long story.' });
    };
    for (const [status, heard, kept] of [
      ['cancelled', '', ''], ['cancelled', 'A long', 'A long'], ['incomplete', 'A', 'A'],
      ['failed', '', ''], ['completed', 'A long story.', null],
    ]) {
      begin(`r ${status} ${heard}`);
      equal(conversation.reply.heard, null);
      conversation.take({ type: 'response.done', response: `r ${status} ${heard}`, status, heard });
      equal(conversation.reply.heard, kept, status);
    }
  },

  'who writes is told how much room is left, and what was too much': async () => {
    equal(roomWords('a'.repeat(800), 1000, false), '');
    equal(roomWords('a'.repeat(950), 1000, false), 'Room for 50 letters more.');
    equal(roomWords('a'.repeat(999), 1000, false), 'Room for 1 letter more.');
    equal(roomWords('a'.repeat(1001), 1000, false), 'This is 1 letter too long to be sent at once.');
    equal(roomWords('é'.repeat(520), 1000, false), 'This is 20 letters too long to be sent at once.');
    const refused = roomWords('a'.repeat(65536), 16384, true);
    equal(
      refused,
      'Not sent: about 49,200 letters too long. Nothing is lost; send it in parts.',
    );
  },

  'a face that wakes, or talks on another page, is not called asleep': async () => {
    equal([looksIn('waking'), looksIn('elsewhere')], ['waking up', 'talking on another page']);
    equal([looksIn('idle'), looksIn('dancing')], [undefined, undefined]);
  },

  'the mouth is closed where nothing is said': async () => {
    const face = { at: 100, mouth: [{ start: 0, end: 50, open: 0.5, round: 1 }] };
    equal([mouthAt(face, 120).open, mouthAt(face, 160).open], [0.5, 0]);
  },

  'events that come again after a drop change nothing': async () => {
    const conversation = new Conversation();
    const events = [
      { type: `${transcription}.completed`, transcript: 'Hello?', item_id: '1' },
      { type: 'response.created', response: 'r1', stream: 1 },
      caption,
      { type: 'kith.window', state: 'speaking' },
    ];
    for (const event of [...events, ...events]) conversation.take(event);
    equal(conversation.reply.captions.length, 1);
    equal(conversation.person.text, 'Hello?');
    equal(conversation.state, 'speaking');
  },

  'partial words are replaced, and go when they were no turn': async () => {
    const conversation = new Conversation();
    for (const text of ['Where to', 'Where does']) {
      conversation.take({ type: `${transcription}.delta`, text });
    }
    equal(conversation.person.text, 'Where does');
    conversation.take({ type: 'kith.nothing' });
    equal(conversation.person.text, '');
  },

  'a brain that wakes does not bring the talk to this page': async () => {
    const conversation = new Conversation();
    conversation.take({ type: 'kith.window', state: 'elsewhere' });
    conversation.take({ type: 'kith.window', state: 'waking', reason: 'brain' });
    equal(conversation.state, 'elsewhere');
  },

  'what is not known is ignored': async () => {
    const conversation = new Conversation();
    conversation.take({ type: 'kith.tomorrow', response: 'r9' });
    equal(conversation.reply, null);
    equal(faceIn('dancing'), 'idle');
  },

  'the worst problem is shown, and calm returns': async () => {
    const problems = new Problems();
    equal(problems.worst, null);
    problems.put({ code: 'brain_busy', message: 'Busy.', action: 'Wait.' });
    problems.add('kith_away');
    problems.put({ code: 'something_new', message: 'New.', action: '' });
    equal(problems.worst.code, 'kith_away');
    problems.clear('kith_away');
    equal([problems.worst.code, problems.worst.does], ['something_new', 'dismiss']);
    problems.replace([]);
    equal(problems.worst, null);
  },

  'who can’t be heard is told after what keeps the answer away, and may write': async () => {
    const problems = new Problems();
    problems.add('microphone_refused');
    equal(problems.worst.also, [['Type instead', 'type']]);
    holds(problems.worst.isPutAway, 'it can be put away');
    for (const code of ['brain_failed', 'brain_busy', 'brain_unreachable']) {
      problems.put({ code, message: 'So it is.', action: '' });
      equal([problems.worst.code, problems.worst.isPutAway], [code, false]);
      problems.clear(code);
    }
    problems.clear('microphone_refused');
    problems.add('microphone_insecure');
    equal([problems.worst.does, problems.worst.also], ['type', []]);
  },

  'an answer can be stopped from the words on, whatever Kith does meanwhile': async () => {
    const quiet = { state: 'waking', isUp: true, isPlaying: false, isAwaited: false };
    const answers = (more) => isAnswering({ ...quiet, ...more });
    equal(answers({}), false);
    equal(answers({ isAwaited: true }), true);
    equal(answers({ state: 'thinking' }), true);
    equal(answers({ isAwaited: true, isUp: false }), false, 'nobody is there to stop');
    equal(answers({ isPlaying: true, isUp: false }), true, 'what sounds can be stopped');
    equal(answers({ isAwaited: true, state: 'elsewhere' }), false);
  },

  'an answer is waited for until it is over, stopped or forgotten': async () => {
    const reply = (type) => ({ type, response: 'r1' });
    const conversation = new Conversation();
    const waits = (...events) => {
      for (const event of events) conversation.take(event);
      return conversation.isAwaited;
    };
    equal(waits(), false);
    conversation.typed('Hello?');
    equal([waits(), conversation.isUnread], [true, true]);
    const kept = { transcript: 'Hello?', item_id: '1', typed: true };
    equal(waits({ type: `${transcription}.completed`, ...kept }), true);
    equal(conversation.isUnread, false);
    equal(waits(reply('response.created'), { type: 'kith.window', state: 'waking' }), true);
    equal(waits(reply('response.done')), false);
    for (const end of ['stopped', 'forgotten']) {
      conversation.take({ ...reply('response.created'), response: end });
      holds(conversation.isAwaited, 'a new one is waited for');
      conversation[end]();
      equal(conversation.isAwaited, false, end);
    }
    conversation.typed('And now?');
    equal(waits({ type: 'kith.nothing' }), false);
  },

  'the line below the face tells what the ears do, and how to begin': async () => {
    const words = (more) => stateWords({ state: 'idle', name: 'Mira', ...more });
    equal(words({}), 'Press the button, or the space bar');
    equal(words({ isTouched: true }), 'Tap the button to talk');
    const waking = { state: 'waking', isListening: true };
    equal(words(waking), 'Mira is waking up, but hears you already');
    holds(words({ ...waking, isMuted: true }).includes('muted'), 'a muted ear hears nothing');
    equal(words({ isListening: true, isMuted: true, state: 'listening' }), 'The microphone is muted');
    holds(words({ state: 'away', isUnread: true }).includes('when it is back'), 'it is read later');
  },

  'the hint does not contradict the line below the face': async () => {
    const hinted = (more) => hint({ state: 'idle', name: 'Mira', ...more });
    holds(hinted({}).startsWith('Hello'), 'greets');
    for (const state of ['thinking', 'speaking', 'away', 'elsewhere', 'waking']) {
      holds(!hinted({ state }).includes('Hello'), state);
    }
    const deaf = hinted({ state: 'listening', isListening: true, isMuted: true });
    holds(deaf.includes('muted'), 'it does not say that it listens');
  },

  'addresses are read as people write them': async () => {
    const read = (text) => readAddress(text).address;
    equal(read(' 192.168.1.20:11434 '), 'http://192.168.1.20:11434');
    equal(read('localhost:1234/v1'), 'http://localhost:1234/v1');
    equal(read('https://models.example/v1'), 'https://models.example/v1');
    equal(read('http://attic'), 'http://attic');
    for (const text of ['', 'banana', 'ftp://attic', 'http://', 'a b.c', 'attic:many']) {
      equal(read(text), '', text);
      holds(readAddress(text).problem !== '', text);
    }
  },

  'the brains that come with Kith have names for people': async () => {
    const brains = [{ size: '1.5B' }, { size: '0.5B' }];
    equal(brains.map((brain) => brainName(brain, brains)), ['The larger one', 'The smaller one']);
  },

  'days are named as people name them': async () => {
    const now = new Date(2026, 10, 30, 0, 5);
    const title = (...date) => dayTitle(new Date(...date), now);
    equal(title(2026, 10, 30, 0, 1), 'Today');
    equal(title(2026, 10, 29, 23, 59), 'Yesterday');
    equal(title(2026, 10, 24, 12), 'Tuesday 24 November');
    equal(title(2025, 10, 24, 12), 'Monday 24 November 2025');
    equal(clock(new Date(2026, 10, 30, 7, 5)), '07:05');
    equal(moment(1000).getTime(), moment('1970-01-01T00:00:01Z').getTime());
  },

  'found words are marked, whatever their case, and the text stays whole': async () => {
    const text = 'Today I go to Lisbon (today!)';
    const cut = found(text, 'today to (');
    equal(cut.map((piece) => piece.text).join(''), text);
    equal(marked(cut), ['Today', 'to', '(', 'today']);
    equal(found(text, '  '), [{ text, isFound: false }]);
    equal(marked(found('Café Ünder', 'cafe und')), ['Café', 'Ünd']);
  },
};
