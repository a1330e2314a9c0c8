import { isRecord } from '#shared/home';

/** Parses stored JSON whose fields are read one by one: an empty record if there is none, or anything else. */
export function parseRecord(text: string | null): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text ?? 'null');
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}
