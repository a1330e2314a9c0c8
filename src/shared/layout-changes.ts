import { isSame } from '#shared/changes';
import { isRecord, type Params } from '#shared/home';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';

/**
 * Merges valid changes into a layout, like a JSON Merge Patch (RFC 7396): by ids and fields, where null or undefined removes what is there,
 * and lists are replaced. Unlike there, an appearance that is left empty is removed. What does not change stays the same objects.
 */
export function mergeLayout(layout: Layout, changes: Params): Layout {
  return { ...EMPTY_LAYOUT, ...merge({ ...layout }, changes) };
}

/** The recursion is as deep as the changes. */
function merge(before: Params, changes: Params): Params {
  const merged = new Map(Object.entries(before));
  for (const [key, change] of Object.entries(changes)) {
    const old = merged.get(key);
    const value = isRecord(change) ? merge(isRecord(old) ? old : {}, change) : (change ?? {});
    if (isRecord(value) && Object.keys(value).length === 0) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** The changes that make one layout of another when they are merged. What the devices were is not among them. */
export const layoutChanges = ({ models: _, ...before }: Layout, { models: __, ...after }: Layout): Params =>
  difference(before, after);

function difference(before: Params, after: Params): Params {
  const changed = Object.keys({ ...before, ...after }).filter((key) => !isSame(before[key], after[key]));
  return Object.fromEntries(
    changed.map((key) => {
      const { [key]: from = {} } = before;
      const { [key]: to = {} } = after;
      return [key, isRecord(from) && isRecord(to) ? difference(from, to) : (after[key] ?? null)];
    })
  );
}
