/** What Kith answered when it could not do what was asked. */
export class RequestError extends Error {
  constructor({ code = 'unexpected', message = 'Kith did not answer.', action = '' } = {}) {
    super(message);
    this.code = code;
    this.action = action;
  }
}

const patience = 20000;

async function ask(path, { method = 'GET', body, as = 'json' } = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout?.(patience),
    });
  } catch {
    throw new RequestError({
      code: 'kith_away',
      message: 'Kith is not running on this computer.',
      action: 'Start it again, then try once more.',
    });
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new RequestError(answer.error);
  }
  return as === 'json' ? response.json() : response.arrayBuffer();
}

/** Turns of the conversation: before the turn `before`, or those with the words `q`. */
export function turns({ before, q, limit = 60 } = {}) {
  const query = new URLSearchParams({ limit });
  if (before !== undefined) query.set('before', before);
  if (q) query.set('q', q);
  return ask(`/kith/turns?${query}`);
}

/** A turn of the companion, spoken again: a WAV file. */
export function turnSound(id) {
  return ask(`/kith/turns/${encodeURIComponent(id)}/sound`, { as: 'bytes' });
}

/** Why a turn went as it did, told to a person. */
export function turnStory(id) {
  return ask(`/kith/turns/${encodeURIComponent(id)}/why`);
}

/** Where the trace of a turn is: a file that can be saved. */
export function traceAddress(id) {
  return `/kith/turns/${encodeURIComponent(id)}/trace`;
}

/** The words of a timer that rings, spoken: a WAV file. */
export function timerSound(id) {
  return ask(`/kith/timers/${encodeURIComponent(id)}/sound`, { as: 'bytes' });
}

/** A sentence in the voice `name`: a WAV file. */
export function voiceSample(name) {
  return ask(`/kith/voices/${encodeURIComponent(name)}/sample`, { method: 'POST', as: 'bytes' });
}

/** The settings, and what there is to choose from. */
export function readSettings() {
  return ask('/kith/settings');
}

/** Changes settings. */
export function writeSettings(changes) {
  return ask('/kith/settings', { method: 'PUT', body: changes });
}

/** Model servers on this machine. */
export function findServers() {
  return ask('/kith/servers/find', { method: 'POST', body: {} });
}

/** Whether a model server answers. */
export function checkServer(address, model) {
  const body = model ? { address, model } : { address };
  return ask('/kith/servers/check', { method: 'POST', body });
}

/** What is missing now, the worst first. */
export function problems() {
  return ask('/kith/problems');
}
