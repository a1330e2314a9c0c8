import * as v from 'valibot';
import type { DestinationRule } from '../net/destinations';
import { readAddress } from '../net/destinations';

/** A controller's answer to a search (document 4.3) [D]: its `ip` is its sender's, its `mac` is pairs parted by colons. */
export interface Reply {
  readonly name: string;
  readonly ip: string;
  readonly mac: string;
}

/** What a reply may weigh, in bytes. */
const MAX_REPLY_BYTES = 1024;

/** What a name may have, in characters as people count them, nearly. */
const MAX_NAME_LENGTH = 64;

const MAC = /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5}|(?:-[0-9a-f]{2}){5}))$/;

const replySchema = v.object({
  name: v.string(),
  ip: v.string(),
  mac: v.pipe(v.string(), v.toLowerCase(), v.regex(MAC))
});

/** Control characters, lone surrogates, and the marks that turn the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b\u2060\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** User text on one line, without what could make it look like another. */
export const cleanName = (name: string) =>
  Array.from(name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim())
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .trim();

/** Reads a datagram; undefined where it is no answer that a controller at its sender's address would give. */
export function readReply(datagram: Buffer, sender: string, rule: DestinationRule): Reply | undefined {
  if (datagram.length > MAX_REPLY_BYTES) return undefined;
  const read = v.safeParse(replySchema, readJson(datagram));
  if (!read.success) return undefined;
  const { name, ip, mac } = read.output;
  if (ip !== sender || !readAddress(ip, rule).ok) return undefined;
  const pairs = mac.replace(/[:-]/g, '').match(/../g) ?? [];
  return { name: cleanName(name), ip, mac: pairs.join(':') };
}

function readJson(datagram: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(datagram));
  } catch {
    return undefined;
  }
}
