import { isRecord } from '#shared/home';
import { readMac, type Mac } from '#shared/mac';
import { readText } from '#shared/read';

/** What a controller tells of itself in `GET /info` [O]: either may be missing. */
export interface Identity {
  readonly mac: Mac | null;
  /** Its own `id`, whatever that is. */
  readonly id: string | null;
}

/** A controller that tells nothing of itself. */
const UNTOLD: Identity = { mac: null, id: null };

/** Reads who `GET /info` says that it is; anything else tells nothing. */
export function readIdentity(info: unknown): Identity {
  if (!isRecord(info)) return UNTOLD;
  const id = typeof info['id'] === 'number' ? String(info['id']) : readText(info['id'])?.slice(0, 256);
  return { mac: readMac(info['mac']) ?? readMac(id), id: id || null };
}

/** What `GET /info` says that the controller is called; undefined where it does not. */
export const readName = (info: unknown) =>
  (isRecord(info) && readText(info['name'])?.slice(0, 256)) || undefined;
