/* Notes when each word was marked. */
{
  const marks = [];
  globalThis.marks = marks;
  let last = null;
  new MutationObserver(() => {
    const word = document.querySelector('kith-captions .now');
    if (word === last) return;
    last = word;
    if (!word) return;
    const { context } = globalThis.ears ?? {};
    marks.push({
      text: word.textContent,
      line: word.parentElement.textContent,
      index: [...word.parentElement.querySelectorAll('span')].indexOf(word),
      time: context?.currentTime ?? 0,
      latency: context?.outputLatency || context?.baseLatency || 0,
    });
  }).observe(document, { subtree: true, attributes: true, childList: true });
}
