import type { DeviceChange } from '#shared/changes';

const changeTexts = new WeakMap<DeviceChange, string>();

/** A change as JSON. It is encoded once for all journals, views and screens that use the same object. */
export function changeText(change: DeviceChange): string {
  const known = changeTexts.get(change);
  if (known !== undefined) return known;
  const text = JSON.stringify(change);
  changeTexts.set(change, text);
  return text;
}

/** The live message `changes`, from texts that were encoded before. */
export const encodeChanges = (revision: string, changes: readonly DeviceChange[]): Buffer =>
  Buffer.from(
    `{"type":"changes","revision":${JSON.stringify(revision)},"changes":[${changes.map(changeText).join()}]}`
  );
