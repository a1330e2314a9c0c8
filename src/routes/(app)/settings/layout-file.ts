import type { Layout } from '#shared/layout';
import { readBy } from '#shared/read-schema';
import { layoutSchema } from '#shared/sent-layout';
import { saveFile } from './save-file';

/** The maximum size of a layout in bytes, as the proxy has it. */
const MAX_BYTES = 64 * 1024;

/** Downloads a layout as a file. */
export const saveLayout = (layout: Layout): void =>
  saveFile('mantel-layout.json', 'application/json', JSON.stringify(layout, null, 2));

/** Reads a layout from a file that `saveLayout` made; null if it is invalid. */
export async function readLayout(file: Blob): Promise<Layout | null> {
  if (file.size > MAX_BYTES) return null;
  try {
    return readBy(layoutSchema, JSON.parse(await file.text()));
  } catch {
    return null;
  }
}
