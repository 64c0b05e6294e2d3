import { make } from '../../components/make.js';

/** What becomes of what is said, in plain sentences, for the brain that is chosen. */
export function privacyPage(brain, name) {
  return [
    make('h3', {}, 'What leaves this computer'),
    ...(brain?.kind === 'server'
      ? [
          make('p', {}, `Your words, ${name}’s answers and who ${name} is go to ${brain.address}, and to no other place.`),
          make('p', {}, 'What that server keeps is up to whoever runs it. Sound never goes there, only words.'),
        ]
      : [make('p', {}, 'Nothing. Hearing, thinking and speaking all happen here.')]),
    make('h3', {}, 'What is kept'),
    make('p', {}, 'What you both said is kept on this computer, as text. Sound is turned into words and then forgotten.'),
    make('p', {}, 'The file is not encrypted: whoever can read your files can read it. Delete Kith’s data folder and all of it is gone.'),
    make('h3', {}, 'When it listens'),
    make('p', {}, 'Only while the button says so. It stops when you hide this page, and tells you when you return.'),
    make('p', {}, 'A television or a guest near the microphone is heard like you are.'),
    make('h3', {}, 'What there is not'),
    make('p', {}, 'No account, no statistics, no advertising, no page or picture from elsewhere.'),
    make('p', {}, `The voice is artificial. ${name} is a program, and says so when asked.`),
  ];
}
