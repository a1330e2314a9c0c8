import { isRecord } from '#shared/home';
import { readText } from '#shared/read';

/**
 * Decodes `GET /devices/:id/actions` [O]: the methods that a device accepts, under `actions` or as a bare list. Each
 * entry is a string or an object with `name` or `method`; other entries are skipped.
 * @returns null, which means unknown, if there is no list or no entry can be read; an empty list is valid
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
