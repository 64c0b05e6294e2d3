/* Keeps the files of the app, so that the face is there even when Kith is not running.
   What anybody said is never kept here: nothing under /kith/ or /v1/ passes through. */

const prefix = 'kith-';
const list = '/app-files.json';
const mark = '/kept-whole';

addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim());
});

addEventListener('message', (event) => {
  if (event.data?.type !== 'look') return;
  event.waitUntil(
    renew().then(
      (isNewer) => isNewer && event.source?.postMessage({ type: 'newer' }),
      () => {},
    ),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = request.method === 'GET' && origin === location.origin;
  if (!isOurs || /^\/(kith|v1)\//.test(pathname) || [list, '/health'].includes(pathname)) return;
  // A wrong address is for Kith to answer.
  if (request.mode === 'navigate' && pathname !== '/') return;
  event.respondWith(answer(request, pathname));
});

async function answer(request, path) {
  const name = await current();
  const kept = name && (await (await caches.open(name)).match(path));
  return kept ?? fetch(request);
}

/** The newest cache that holds everything. */
async function current() {
  for (const name of (await caches.keys()).reverse()) {
    if (name.startsWith(prefix) && (await (await caches.open(name)).match(mark))) return name;
  }
  return null;
}

/** Keeps the files of the program that runs now; true when they replace older ones. */
async function renew() {
  const { version, files } = await (await fetch(list, { cache: 'no-store' })).json();
  const name = `${prefix}${version}`;
  const before = await current();
  if (before === name) return false;
  const cache = await caches.open(name);
  const paths = new Set(['/', ...files.map((file) => (file.startsWith('/') ? file : `/${file}`))]);
  await cache.addAll([...paths].map((path) => new Request(path, { cache: 'reload' })));
  await cache.put(mark, new Response(''));
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other);
  return before !== null;
}
