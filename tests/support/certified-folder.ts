import type { KeyPair } from '../../proxy/server/http/https-server';
import { createAuthority, issueLeaf } from '../../proxy/server/origin/tls/authority';
import { namesOf } from '../../proxy/server/origin/tls/open-certificate';
import { sealedFolder } from './sealed-folder';
import type { AtEnd } from './temporary-folder';

const DAY_MS = 24 * 60 * 60_000;

let authority: KeyPair | undefined;
/** The stored certificates by the proxy's name and the day of its start. */
const certificates = new Map<string, object>();

function issue(name: string, builtAt: number, day: number) {
  authority ??= createAuthority(builtAt);
  return { authority, leaf: issueLeaf(authority, { names: namesOf(name), at: day * DAY_MS }) };
}

/**
 * A data folder for the first start of a proxy, with nothing but its CA and certificate. All folders share them, because creating them takes
 * about 4 ms of processor time.
 * @param now time of the start, in ms since the epoch
 */
export async function certifiedFolder(
  { name, builtAt, now }: { name: string; builtAt: number; now: number },
  atEnd?: AtEnd
): Promise<string> {
  const day = Math.floor(Math.max(now, builtAt) / DAY_MS);
  const key = `${name} ${day}`;
  const tls = certificates.get(key) ?? issue(name, builtAt, day);
  certificates.set(key, tls);
  return sealedFolder({ tls }, atEnd);
}
