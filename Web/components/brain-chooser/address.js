const example = 'http://192.168.1.20:11434';

/**
 * Reads the address of a server as people write it.
 *
 * @returns {{address: string, problem: string}} the address, whole; or what is wrong with it.
 */
export function readAddress(text) {
  const written = text.trim();
  if (written === '') return wrong('Write the address of the server first.');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(written)?.[1].toLowerCase();
  if (scheme && !['http', 'https'].includes(scheme)) {
    return wrong('The address of a server begins with http:// or https://.');
  }
  // A single word is more likely a slip than the name of a computer.
  const isPlace = scheme || /^(localhost\b|\[)|[.:]/i.test(written);
  const address = scheme ? written : `http://${written}`;
  if (!isPlace || !isAddress(address)) {
    return wrong(`That is not an address. One looks like ${example}.`);
  }
  return { address, problem: '' };
}

function isAddress(text) {
  try {
    return !/\s/.test(text) && new URL(text).hostname !== '';
  } catch {
    return false;
  }
}

function wrong(problem) {
  return { address: '', problem };
}
