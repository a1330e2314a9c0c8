import { isRecord } from '#shared/home';
import { readMac, type Mac } from '#shared/mac';
import { readText } from '#shared/read';

/** The identity that a controller claims in `GET /info` [O]. Each key may be missing. */
export interface Identity {
  readonly mac: Mac | null;
  /** Its own `id`, in any form. */
  readonly id: string | null;
}

/** A controller that claims nothing. */
const UNTOLD: Identity = { mac: null, id: null };

/** Reads the identity of `GET /info`. Any other value gives `UNTOLD`. */
export function readIdentity(info: unknown): Identity {
  if (!isRecord(info)) return UNTOLD;
  const id = typeof info['id'] === 'number' ? String(info['id']) : readText(info['id'])?.slice(0, 256);
  return { mac: readMac(info['mac']) ?? readMac(id), id: id || null };
}

/** The name of the controller in `GET /info`; undefined if there is none. */
export const readName = (info: unknown) =>
  (isRecord(info) && readText(info['name'])?.slice(0, 256)) || undefined;
