import { Problems } from '/components/problem-chip/problems.js';
import { Conversation } from '/screens/talk/conversation.js';
import { begun, mouthAt, pieces, wordAt } from '/screens/talk/moment.js';
import { look } from '/screens/talk/states.js';
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

  'what is not known is ignored': async () => {
    const conversation = new Conversation();
    conversation.take({ type: 'kith.tomorrow', response: 'r9' });
    equal(conversation.reply, null);
    equal(look('dancing').face, 'idle');
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
