/* Builds the parts and joins them: the only file that knows every one. */

import { Loudspeaker } from './audio/loudspeaker.js';
import { Microphone } from './audio/microphone.js';
import { StayingAwake } from './audio/staying-awake.js';
import './components/captions/captions.js';
import './components/composer/composer.js';
import './components/problem-chip/problem-chip.js';
import { Problems } from './components/problem-chip/problems.js';
import './components/sound-panel/sound-panel.js';
import './components/talk-button/talk-button.js';
import './components/timers/timers.js';
import { offerMediaKeys } from './audio/media-keys.js';
import { Ringing } from './audio/ringing.js';
import { keepOffline } from './link/offline.js';
import { Session } from './link/session.js';
import { Settings } from './link/settings.js';
import { Socket } from './link/socket.js';
import { KnownTimers } from './link/timers.js';
import './screens/settings/settings-sheet.js';
import { Sheets } from './screens/sheets.js';
import { Conversation } from './screens/talk/conversation.js';
import { listenToKeys } from './screens/talk/keys.js';
import { Listening } from './screens/talk/listening.js';
import './screens/talk/talk-screen.js';
import { Talking } from './screens/talk/talking.js';
import './screens/welcome/welcome-sheet.js';
import './screens/words/words-sheet.js';

const socket = new Socket(`${location.origin.replace(/^http/, 'ws')}/v1/realtime`);
const session = new Session(socket, sessionStorage);
const settings = new Settings();
const problems = new Problems();
const loudspeaker = new Loudspeaker();
const conversation = new Conversation();
const timers = new KnownTimers();
const talking = new Talking({
  session,
  socket,
  settings,
  problems,
  loudspeaker,
  conversation,
  timers,
  listening: new Listening({ session, loudspeaker, problems, microphone: new Microphone() }),
  awake: new StayingAwake(),
});

const talk = document.querySelector('kith-talk-screen');
const words = document.querySelector('kith-words-sheet');
const options = document.querySelector('kith-settings-sheet');
const welcome = document.querySelector('kith-welcome-sheet');
const name = () => conversation.companion.name;
const open = (place) => sheets.open(place);

// The volume is kept by the panel in the screen, which tells it as soon as it is there.
const setVolume = ({ detail }) => loudspeaker.setVolume(detail.volume, detail.isMuted);
talk.addEventListener('volume', setVolume, true);
talk.begin(talking);
words.begin({ loudspeaker, name, open });
options.begin({ settings, loudspeaker, name, open });
welcome.begin({ settings, talking, loudspeaker, name, done: () => sheets.close() });
const sheets = new Sheets(new Map([['words', words], ['settings', options], ['welcome', welcome]]));

talk.addEventListener('open-sheet', ({ detail }) => open(detail));
talk.addEventListener('remedy', ({ detail }) => {
  if (talking.remedy(detail)) return;
  if (detail.does === 'brain') open('settings/brain');
  if (detail.does === 'type') {
    problems.clear(detail.code);
    talk.write();
  }
});
// One page rings: the one that has the conversation.
new Ringing(loudspeaker, () => conversation.state !== 'elsewhere').follow(timers);
listenToKeys({ talking, talk, sheets });
offerMediaKeys(talking);

settings.addEventListener('change', () => {
  const { theme, reduced_motion: motion } = settings.values;
  globalThis.kithTheme.choose(theme, motion);
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = ground;
  talking.dispatchEvent(new Event('change'));
});

session.addEventListener('event', ({ detail: event }) => {
  if (event.type === 'session.created') greet(event);
  const isKept = event.type === 'response.done' || event.type.endsWith('transcription.completed');
  if (isKept) words.refresh();
});

let hasAsked = false;

/** Kith is there: its colour, its settings, and the introduction for somebody new. */
async function greet({ companion }) {
  const accent = companion?.accent ?? '';
  if (/^#[0-9a-f]{6}$/i.test(accent)) {
    document.documentElement.style.setProperty('--accent', accent);
  }
  try {
    await settings.load();
  } catch {
    // The connection tells when Kith is away; the settings are asked for again with the next one.
    return;
  }
  if (!settings.values.welcomed && !hasAsked && !sheets.isOpen) open('welcome');
  hasAsked = true;
}

socket.open();
keepOffline({ isBusy: () => talking.listening.isOn || talking.isAnswering || sheets.isOpen });
