/** Keys of the talk screen: space talks or stops, a letter or `/` begins to write. */
export function listenToKeys({ talking, talk, sheets }) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // A sheet over the face takes all keys, and knows what Escape means there.
    if (document.querySelector('dialog:modal')) return;
    if (event.key === 'Escape') {
      sheets.close();
      return;
    }
    if (event.target.closest('input, textarea, select')) return;
    if (event.key === ' ') {
      // Where something has the focus, the space bar presses it, or scrolls.
      if (event.target !== document.body) return;
      event.preventDefault();
      if (!event.repeat) talking.press();
    } else if (event.key === '/') {
      event.preventDefault();
      talk.write();
    } else if (/^\p{L}$/u.test(event.key)) {
      event.preventDefault();
      talk.write(event.key);
    }
  });
}
