import { isRecord } from '#shared/home';
import { readText } from '#shared/read';

/** What a controller tells of itself in `GET /info` [O]: either may be missing. */
export interface Identity {
  /** 12 hex digits in lower case. */
  readonly mac: string | null;
  /** Its own `id`, whatever that is. */
  readonly id: string | null;
}

/** A controller that tells nothing of itself. */
export const UNTOLD: Identity = { mac: null, id: null };

/** A MAC as `KnownController.id` spells it: lower-case hex without separators; null where it is none. */
export function readMac(text: unknown): string | null {
  const hex = readText(text)?.replace(/[:-]/g, '').toLowerCase() ?? '';
  return /^[0-9a-f]{12}$/.test(hex) && !/^(?:0{12}|f{12})$/.test(hex) ? hex : null;
}

/** Reads who `GET /info` says that it is; anything else tells nothing. */
export function readIdentity(info: unknown): Identity {
  if (!isRecord(info)) return UNTOLD;
  const id = typeof info['id'] === 'number' ? String(info['id']) : readText(info['id'])?.slice(0, 256);
  return { mac: readMac(info['mac']) ?? readMac(id), id: id || null };
}

/** What `GET /info` says that the controller is called; undefined where it does not. */
export const readName = (info: unknown) =>
  (isRecord(info) && readText(info['name'])?.slice(0, 256)) || undefined;
