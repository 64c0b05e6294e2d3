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
  try {
    await workers.register('/service-worker.js');
    (await workers.ready).active?.postMessage({ type: 'look' });
  } catch {
    // Without it the page works as long as Kith runs.
  }
}
