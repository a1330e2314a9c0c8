import * as v from 'valibot';
import { isSame } from '#shared/changes';
import { EMPTY_LAYOUT, type DeviceAppearance, type Layout } from '#shared/layout';
import { deviceSchema, favouriteId, keptLayoutSchema, model } from '#shared/layout-schema';
import { createHash } from 'node:crypto';

/** The layout of one user of one controller. */
export interface StoredLayout {
  readonly controller: string;
  readonly user: string;
  readonly layout: Layout;
  /** Digest of this user's entry in the file of all layouts when it was last read; absent if there was no entry. */
  readonly former?: string;
  /** What the user chose for devices whose ids other devices have now; absent if there is none. */
  readonly aside?: readonly SetAside[];
}

/** What a user chose for a device of a model, before another one got its id. */
export interface SetAside {
  readonly id: number;
  /** As `modelOf` returns it. */
  readonly model: string;
  /** When it was set aside, in ms since the epoch. */
  readonly since: number;
  readonly appearance?: DeviceAppearance;
  /** Its place among the favourites; absent if it was none. */
  readonly favourite?: number;
}

const setAsideSchema = v.object({
  id: favouriteId,
  model,
  since: v.number(),
  appearance: v.exactOptional(deviceSchema),
  favourite: v.exactOptional(v.number())
});

/** Schema of a layout's file. Keys of newer versions are kept. */
export const storedLayoutSchema: v.GenericSchema<unknown, StoredLayout> = v.looseObject({
  controller: v.string(),
  user: v.string(),
  layout: keptLayoutSchema,
  former: v.exactOptional(v.string()),
  aside: v.exactOptional(v.array(setAsideSchema))
});

/** Version of this schema. */
export const LAYOUT_VERSION = 1;

/**
 * The format of older versions, with all layouts in one file. It is read, but never written: after a downgrade the older
 * program finds its layouts unchanged, and its changes are read after the next upgrade.
 */
export const formerLayoutsSchema = v.array(
  v.looseObject({ controller: v.string(), user: v.string(), layout: v.unknown() })
);
export type FormerLayouts = v.InferOutput<typeof formerLayoutsSchema>;

/**
 * Merges the layout in the user's own file with the entry in the file of all layouts. A changed entry wins, because an older
 * version wrote it later.
 */
export function joinFormer(own: StoredLayout | undefined, former: FormerLayouts[number]): StoredLayout {
  const { controller, user } = former;
  const digest = createHash('sha256')
    .update(JSON.stringify([former.layout]))
    .digest('base64url');
  const read = v.safeParse(keptLayoutSchema, former.layout);
  const layout = read.success ? read.output : EMPTY_LAYOUT;
  // Older versions wrote an empty layout over one that they could not read.
  const isNew = own?.former !== digest && !isSame(layout, EMPTY_LAYOUT);
  if (own && !isNew) return own;
  return { ...own, controller, user, layout: { ...own?.layout, ...layout }, former: digest };
}
