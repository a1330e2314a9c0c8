import * as v from 'valibot';
import type { DeviceAppearance, Layout } from '#shared/layout';
import { mergeLayout } from '#shared/layout-changes';
import { deviceSchema, favouriteId, keptLayoutSchema, model } from '#shared/layout-schema';

const asideSchema = v.object({
  id: favouriteId,
  /** As `modelOf` returns it. */
  model,
  /** When it was set aside, in ms since the epoch. */
  since: v.number(),
  appearance: v.exactOptional(deviceSchema),
  /** Its place among the favourites; absent if it was none. */
  favourite: v.exactOptional(v.number())
});
/** What people chose for a device of a model, before another one got its id. */
type AsideChoice = Readonly<v.InferOutput<typeof asideSchema>>;

/** Schema of a layout's file. */
export const storedLayoutSchema = v.object({
  controller: v.string(),
  layout: keptLayoutSchema,
  /** What people chose for devices whose ids other devices have now; absent if there is none. */
  aside: v.exactOptional(v.array(asideSchema))
});
/** The layout of one home. */
export type StoredLayout = Readonly<v.InferOutput<typeof storedLayoutSchema>>;

/** What was set aside is kept for this long, in ms: 90 days. */
const MAX_ASIDE_MS = 90 * 24 * 60 * 60_000;

/** What people chose for one device. */
type Choice = Pick<AsideChoice, 'appearance' | 'favourite'>;

/**
 * Binds what people chose for devices to what these devices are. This is the only place that decides it: pages apply what they get.
 *
 * - What has no model yet is meant for the device that has its id now.
 * - What is meant for another model is set aside, but for its safe part. It applies again when a device of that model is back, and ends
 *   after 90 days.
 * - The meaning of a lock's reports ends with its id: nobody said it of a lock that comes later.
 *
 * @param models of all devices of a whole list, by id
 * @param now ms since the epoch
 * @returns the same object if nothing differs
 */
export function bindLayout(
  stored: StoredLayout,
  models: ReadonlyMap<number, string>,
  now: number
): StoredLayout {
  const { aside = [], ...others } = stored;
  const fresh = aside.filter(({ since }) => since > now - MAX_ASIDE_MS);
  const before: Bound = { layout: others.layout, aside: fresh };
  const bound = idsOf(before).reduce((rest, id) => bindDevice(rest, id, models.get(id), now), before);
  if (bound === before && fresh.length === aside.length) return stored;
  return { ...others, layout: bound.layout, ...(bound.aside.length > 0 && { aside: bound.aside }) };
}

/** What is bound so far. Each step returns the same object if nothing differs. */
interface Bound {
  readonly layout: Layout;
  readonly aside: AsideChoice[];
}

/** The ids of all devices that something was chosen for. */
function idsOf({ layout: { devices, favourites, models = {} }, aside }: Bound): number[] {
  const named = [...Object.keys(devices), ...Object.keys(models)].map(Number);
  return [...new Set([...named, ...(favourites ?? []), ...aside.map(({ id }) => id)])];
}

/** @param model of the device that has this id; undefined if there is none */
function bindDevice(bound: Bound, id: number, model: string | undefined, now: number): Bound {
  if (model === undefined) return endMeaning(bound, id);
  const before = bound.layout.models?.[id];
  const isOther = before !== undefined && before !== model;
  const rest = isOther ? setAside(bound, id, before, now) : bound;
  const chosen = isOther || isEmpty(choiceOf(rest, id)) ? bringBack(rest, id, model) : rest;
  return withModel(chosen, id, isEmpty(choiceOf(chosen, id)) ? undefined : model);
}

function choiceOf({ layout: { devices, favourites } }: Bound, id: number): Choice {
  const appearance = devices[id];
  const favourite = favourites?.indexOf(id) ?? -1;
  return { ...(appearance && { appearance }), ...(favourite >= 0 && { favourite }) };
}

function setAside(before: Bound, id: number, model: string, now: number): Bound {
  const bound = endMeaning(before, id);
  const choice = choiceOf(bound, id);
  if (isEmpty(choice)) return bound;
  const { layout, aside } = withAppearance(bound, id, safePartOf(choice.appearance));
  const favourites = layout.favourites?.filter((each) => each !== id) ?? null;
  const others = aside.filter((each) => each.id !== id || each.model !== model);
  return { layout: { ...layout, favourites }, aside: [...others, { id, model, since: now, ...choice }] };
}

function bringBack(bound: Bound, id: number, model: string): Bound {
  const entry = bound.aside.find((each) => each.id === id && each.model === model);
  if (!entry) return bound;
  const { appearance, favourite } = entry;
  const { layout, aside } = withAppearance(bound, id, appearance);
  const favourites =
    favourite === undefined ? layout.favourites : layout.favourites?.toSpliced(favourite, 0, id);
  return {
    layout: { ...layout, favourites: favourites ?? null },
    aside: aside.filter((each) => each !== entry)
  };
}

function endMeaning(bound: Bound, id: number): Bound {
  const { layout, aside } = bound;
  if (layout.devices[id]?.lock === undefined) return bound;
  return { layout: mergeLayout(layout, { devices: { [id]: { lock: null } } }), aside };
}

function withAppearance(bound: Bound, id: number, appearance: DeviceAppearance | undefined): Bound {
  const { layout, aside } = bound;
  if (appearance === layout.devices[id]) return bound;
  const without = mergeLayout(layout, { devices: { [id]: null } });
  return { layout: mergeLayout(without, { devices: { [id]: { ...appearance } } }), aside };
}

function withModel(bound: Bound, id: number, model: string | undefined): Bound {
  const { layout, aside } = bound;
  if (layout.models?.[id] === model) return bound;
  return { layout: mergeLayout(layout, { models: { [id]: model } }), aside };
}

/**
 * Returns the part of an appearance that stays if its device may be another one now, since the other half could do harm:
 * what is no light stays none, an entrance stays one, and what is hidden stays hidden. Undefined if there is no such part.
 */
function safePartOf(appearance: DeviceAppearance | undefined): DeviceAppearance | undefined {
  const { isHidden, isRoomLight, isEntrance } = appearance ?? {};
  const safe = {
    ...(isHidden !== undefined && { isHidden }),
    ...(isRoomLight === false && { isRoomLight }),
    ...(isEntrance === true && { isEntrance })
  };
  return Object.keys(safe).length > 0 ? safe : undefined;
}

const isEmpty = (choice: Choice) => Object.keys(choice).length === 0;
