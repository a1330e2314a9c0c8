import * as v from 'valibot';
import type { Layout } from '#shared/layout';
import { layoutSchema } from '#shared/sent-layout';

/** The name of an exported file. */
const FILE_NAME = 'mantel-layout.json';
/** The maximum size of a layout in bytes, as the proxy has it. */
const MAX_BYTES = 64 * 1024;

/** Milliseconds until the object URL is revoked. Some browsers read it only after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Downloads a layout as a file. */
export function saveLayout(layout: Layout): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(layout, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/** Reads a layout from a file that `saveLayout` made; null if it is invalid. */
export async function readLayout(file: Blob): Promise<Layout | null> {
  if (file.size > MAX_BYTES) return null;
  try {
    const result = v.safeParse(layoutSchema, JSON.parse(await file.text()));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
