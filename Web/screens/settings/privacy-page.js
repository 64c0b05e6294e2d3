import { make } from '../../components/make.js';

/** What becomes of what is said, in plain sentences, for the brain that is chosen. */
export function privacyPage(brain, name) {
  return chapters(brain, name).flatMap(([heading, ...sentences]) => [
    make('h3', {}, heading),
    ...sentences.map((sentence) => make('p', {}, sentence)),
  ]);
}

function chapters(brain, name) {
  return [
    ['What leaves this computer', ...leaving(brain, name)],
    [
      'What is kept',
      'What you both said is kept on this computer, as text. ' +
        'Sound is turned into words and then forgotten.',
      'The file is not encrypted: whoever can read your files can read it. ' +
        'Delete Kith’s data folder and all of it is gone.',
    ],
    [
      'When it listens',
      'Only while the button says so. ' +
        'It stops when you hide this page, and tells you when you return.',
      'A television or a guest near the microphone is heard like you are.',
    ],
    [
      'What there is not',
      'No account, no statistics, no advertising, no page or picture from elsewhere.',
      `The voice is artificial. ${name} is a program, and says so when asked.`,
    ],
  ];
}

function leaving(brain, name) {
  if (brain?.kind !== 'server') return ['Nothing. Hearing, thinking and speaking all happen here.'];
  return [
    `Your words, ${name}’s answers and who ${name} is go to ${brain.address}, ` +
      'and to no other place.',
    'What that server keeps is up to whoever runs it. Sound never goes there, only words.',
  ];
}
