import { isRecord } from '#shared/home';
import { readText } from '#shared/read';

/**
 * Reads `GET /devices/:id/actions` [O]: the methods that a device accepts, under `actions` or bare, each a string or an object with
 * `name` or `method`. Entries that name none are passed over.
 * @returns null where there is no list, or none of its entries can be read: then nothing is known. An empty list is one.
 */
export function decodeMethods(value: unknown): ReadonlySet<string> | null {
  const list: unknown = isRecord(value) ? value['actions'] : value;
  if (!Array.isArray(list)) return null;
  const methods = new Set(list.map(methodOf).filter((method) => method !== undefined));
  return list.length > 0 && methods.size === 0 ? null : methods;
}

function methodOf(entry: unknown): string | undefined {
  const name = isRecord(entry) ? (readText(entry['name']) ?? readText(entry['method'])) : readText(entry);
  return name === '' ? undefined : name;
}
