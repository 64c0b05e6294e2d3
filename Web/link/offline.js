/**
 * Keeps the shell of the app for when Kith is not running, and takes over a newer one.
 *
 * @param {{isBusy: () => boolean}} page whether the page is being used, so that it must not reload.
 */
export async function keepOffline({ isBusy }) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener('message', ({ data }) => {
    // A page from an older program may not understand the newer one.
    if (data?.type === 'newer' && !isBusy()) location.reload();
  });
  // Without it the page works as long as Kith runs. It is not waited for: after Kith was away a
  // browser may try for long, while the worker of the last time is there.
  workers.register('/service-worker.js').catch(() => {});
  const { active } = await workers.ready;
  active?.postMessage({ type: 'look' });
}
