import * as v from 'valibot';
import { isIP } from 'node:net';
import { homedir, userInfo } from 'node:os';
import { readServerAddress } from '../../sources/zwave-js/server-address';
import { isAbsolute, join, resolve } from 'node:path';

/** The kinds of values that options take. Each schema reads the written text; its message is the end of a sentence about the option. */

/** A port from `lowest` to 65535, as a number. */
export const port = (lowest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, `a port is a number from ${lowest} to 65535`),
    v.transform(Number),
    v.minValue(lowest, `the lowest port here is ${lowest}`),
    v.maxValue(65_535, 'the highest port is 65535')
  );

/** A number of things to keep. */
export const count = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,2}$/, 'it is a number from 1 to 999'),
  v.transform(Number)
);

/** A list with commas between its entries. */
export const list = (isEntry: (entry: string) => boolean, message: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((entry) => entry.trim())),
    v.check((entries) => entries.every(isEntry), message)
  );

/** A path, made absolute. A shell expands `~` only in some places, and a folder called `~` is never meant. */
const path = (what: string) =>
  v.pipe(
    v.string(),
    v.nonEmpty(`it names a ${what}`),
    v.check((text) => !/^~(?:\/|$)/.test(text), '~ is not expanded here, so write the whole path'),
    v.transform((text) => resolve(text))
  );

/** The address of a Z-Wave JS server, as it was written. */
export const zwaveJsServer = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const read = dataset.typed ? readServerAddress(dataset.value) : undefined;
    if (read?.ok === false) addIssue({ message: read.error.message });
  })
);

/** Path of a file. Standard input and output are not supported, and a file called `-` is never meant. */
export const file = v.pipe(
  v.string(),
  v.check((text) => text !== '-', '- is not supported, so name a file'),
  path('file')
);

/** Path of a folder. */
export const folder = path('folder');

/** An address to listen on. */
export const listenAddress = v.pipe(
  v.string(),
  v.check((text) => text === 'all' || isIP(text) !== 0, 'it is `all` or an IP address')
);

/** The first label of a `.local` name, in lower case. */
export const hostLabel = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'a name is 1 to 63 letters, digits and inner hyphens, without dots'
  )
);

/** An origin as browsers spell it; without TLS only on loopback. */
export const webOrigin = v.pipe(
  v.string(),
  v.check(isOrigin, 'it is `https://`, a host and perhaps a port, in lower case and nothing after it')
);

function isOrigin(text: string) {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === text && /^https?:$/.test(protocol) && isSafe;
}

/** The data folder of a user who names none. `$XDG_DATA_HOME` is respected. Empty if this user has no home folder. */
export function defaultDataFolder() {
  const { XDG_DATA_HOME: data = '' } = process.env;
  if (isAbsolute(data)) return join(data, 'mantel');
  const home = homeFolder();
  return isAbsolute(home) ? join(home, '.local', 'share', 'mantel') : '';
}

/** The home folder as the system knows it, even if `$HOME` is empty. An unknown user has none. */
function homeFolder() {
  try {
    return homedir() || userInfo().homedir;
  } catch {
    return '';
  }
}
