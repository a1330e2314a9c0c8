import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { isMac, readMac, type Mac } from '#shared/mac';
import { type DestinationRule, readAddress } from '../../base/net/addresses';

/** Reply of a controller to a search (document 4.3) [D]. Everything in it is a claim: it is shown to people and decides nothing. */
export interface DiscoveryReply {
  /** Empty if it gives none. */
  readonly name: string;
  /** The IPv4 that sent it. */
  readonly address: string;
  /** null for a placeholder. */
  readonly mac: Mac | null;
}

/** Maximum size of a reply, in bytes. */
const MAX_REPLY_BYTES = 1024;

/** Maximum length of a name, in code points. */
const MAX_NAME_LENGTH = 64;

const replySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), ip: v.string(), mac: v.pipe(v.string(), v.check(isMac)) })
);

/** Control characters, lone surrogates, and marks that change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b\u2060\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** User text on one line, without characters that could make it look like another text. */
export const cleanName = (name: string) =>
  Array.from(name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim())
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .trim();

/** Reads a datagram; undefined if a controller at the sender's address would not send it. Its `ip` has to be its sender's. */
export function readReply(
  datagram: Buffer,
  sender: string,
  rule: DestinationRule
): DiscoveryReply | undefined {
  if (datagram.length > MAX_REPLY_BYTES || !isUtf8(datagram)) return undefined;
  // It may start with a byte order mark.
  const read = v.safeParse(replySchema, datagram.toString().replace(/^\ufeff/, ''));
  if (!read.success) return undefined;
  const { name, ip, mac } = read.output;
  if (ip !== sender || !readAddress(ip, rule).ok) return undefined;
  return { name: cleanName(name), address: ip, mac: readMac(mac) };
}
