/** Lets the keys of a headset and the lock screen start and stop the talk. */
export function offerMediaKeys(talking) {
  const session = navigator.mediaSession;
  if (!session) return;
  const actions = {
    play: () => talking.listening.start(),
    pause: () => (talking.isAnswering ? talking.stop() : talking.listening.stop()),
    stop: () => (talking.isAnswering ? talking.stop() : talking.listening.stop()),
    hangup: () => talking.listening.stop(),
    togglemicrophone: () => talking.listening.mute(!talking.listening.isMuted),
  };
  for (const [action, does] of Object.entries(actions)) {
    try {
      session.setActionHandler(action, does);
    } catch {
      // Not every browser knows every action.
    }
  }
  talking.addEventListener('change', () => {
    const title = `Talking with ${talking.conversation.companion.name}`;
    if (typeof MediaMetadata === 'function' && session.metadata?.title !== title) {
      const artwork = [{ src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' }];
      session.metadata = new MediaMetadata({ title, artist: 'Kith', artwork });
    }
    session.playbackState = talking.listening.isOn || talking.isAnswering ? 'playing' : 'paused';
    session.setMicrophoneActive?.(talking.listening.isOn && !talking.listening.isMuted);
  });
}
