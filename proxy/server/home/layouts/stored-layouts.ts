import * as v from 'valibot';
import { isSame } from '#shared/changes';
import type { Device } from '#shared/home';
import type { DeviceAppearance, Layout } from '#shared/layout';
import { deviceSchema, favouriteId, keptLayoutSchema, model } from '#shared/layout-schema';
import { currentModelOf } from '#shared/model';

/** The layout of one user of one controller. */
export interface StoredLayout {
  readonly controller: string;
  readonly user: string;
  readonly layout: Layout;
  /** What the user chose for devices whose ids other devices have now; absent if there is none. */
  readonly aside?: readonly AsideChoice[];
}

/** What a user chose for a device of a model, before another one got its id. */
interface AsideChoice {
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

/** Schema of a layout's file. */
export const storedLayoutSchema: v.GenericSchema<unknown, StoredLayout> = v.object({
  controller: v.string(),
  user: v.string(),
  layout: keptLayoutSchema,
  aside: v.exactOptional(v.array(setAsideSchema))
});

/**
 * Replaces the models that commit e89340d2 stored, where their devices are still the same ones.
 * @param devices a whole list
 * @returns the same object if there are none
 */
export function renameLayoutModels(stored: StoredLayout, devices: readonly Device[]): StoredLayout {
  const { layout, aside } = stored;
  const byId = new Map(devices.map((device) => [device.id, device]));
  const rename = (id: number, model: string): string => currentModelOf(model, byId.get(id));
  const models = Object.fromEntries(
    Object.entries(layout.models ?? {}).map(([id, model]) => [id, rename(Number(id), model)])
  );
  const renamed: StoredLayout = {
    ...stored,
    layout: { ...layout, ...(layout.models && { models }) },
    ...(aside && { aside: aside.map((entry) => ({ ...entry, model: rename(entry.id, entry.model) })) })
  };
  return isSame(renamed, stored) ? stored : renamed;
}

/** What was set aside is kept for this long, in ms: 90 days. */
const MAX_ASIDE_MS = 90 * 24 * 60 * 60_000;

/** What a user chose for one device. */
interface Choice {
  readonly appearance: DeviceAppearance | undefined;
  /** Its place among the favourites; undefined if it is none. */
  readonly favourite: number | undefined;
}

/**
 * Binds what a user chose for devices to what these devices are. This is the only place that decides it: pages apply what they get.
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
  const binding = new Binding(stored, now);
  for (const id of binding.ids) binding.bind(id, models.get(id));
  return binding.result;
}

class Binding {
  readonly #stored: StoredLayout;
  readonly #now: number;
  #layout: Layout;
  #aside: readonly AsideChoice[];

  constructor(stored: StoredLayout, now: number) {
    const { layout, aside = [] } = stored;
    this.#stored = stored;
    this.#now = now;
    this.#layout = layout;
    const fresh = aside.filter(({ since }) => since > now - MAX_ASIDE_MS);
    this.#aside = fresh.length < aside.length ? fresh : aside;
  }

  /** The ids of all devices that something was chosen for. */
  get ids(): ReadonlySet<number> {
    const { devices, favourites, models = {} } = this.#layout;
    const named = [...Object.keys(devices), ...Object.keys(models)].map(Number);
    return new Set([...named, ...(favourites ?? []), ...this.#aside.map(({ id }) => id)]);
  }

  get result(): StoredLayout {
    const { aside = [], ...others } = this.#stored;
    if (this.#layout === others.layout && this.#aside.length === aside.length) return this.#stored;
    return { ...others, layout: this.#layout, ...(this.#aside.length > 0 && { aside: this.#aside }) };
  }

  /** @param model of the device that has this id; undefined if there is none */
  bind(id: number, model: string | undefined): void {
    if (model === undefined) {
      this.#endMeaning(id);
      return;
    }
    const before = this.#layout.models?.[id];
    const isOther = before !== undefined && before !== model;
    if (isOther) this.#setAside(id, before);
    if (isOther || isEmpty(this.#choice(id))) this.#bringBack(id, model);
    this.#setModel(id, isEmpty(this.#choice(id)) ? undefined : model);
  }

  #choice(id: number): Choice {
    const { devices, favourites } = this.#layout;
    const place = favourites?.indexOf(id) ?? -1;
    return { appearance: devices[id], favourite: place < 0 ? undefined : place };
  }

  #setAside(id: number, model: string): void {
    this.#endMeaning(id);
    const { appearance, favourite } = this.#choice(id);
    const { favourites } = this.#layout;
    if (favourite !== undefined && favourites)
      this.#layout = { ...this.#layout, favourites: favourites.filter((each) => each !== id) };
    this.#setAppearance(id, safePartOf(appearance));
    if (isEmpty({ appearance, favourite })) return;
    const others = this.#aside.filter((each) => each.id !== id || each.model !== model);
    const entry: AsideChoice = {
      ...{ id, model, since: this.#now },
      ...(appearance && { appearance }),
      ...(favourite !== undefined && { favourite })
    };
    this.#aside = [...others, entry];
  }

  #bringBack(id: number, model: string): void {
    const entry = this.#aside.find((each) => each.id === id && each.model === model);
    if (!entry) return;
    const { appearance, favourite } = entry;
    const { favourites } = this.#layout;
    this.#aside = this.#aside.filter((each) => each !== entry);
    this.#setAppearance(id, appearance);
    if (favourite !== undefined && favourites)
      this.#layout = { ...this.#layout, favourites: favourites.toSpliced(favourite, 0, id) };
  }

  #endMeaning(id: number): void {
    const { lock, ...others } = this.#layout.devices[id] ?? {};
    if (lock !== undefined) this.#setAppearance(id, Object.keys(others).length > 0 ? others : undefined);
  }

  #setAppearance(id: number, appearance: DeviceAppearance | undefined): void {
    if (appearance === this.#layout.devices[id]) return;
    this.#layout = { ...this.#layout, devices: put(this.#layout.devices, id, appearance) };
  }

  #setModel(id: number, model: string | undefined): void {
    const { models = {} } = this.#layout;
    if (models[id] !== model) this.#layout = { ...this.#layout, models: put(models, id, model) };
  }
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

const isEmpty = ({ appearance, favourite }: Choice) => appearance === undefined && favourite === undefined;

/** Sets an entry, or removes it. */
function put<T>(
  byId: Readonly<Record<string, T>>,
  id: number,
  entry: T | undefined
): Readonly<Record<string, T>> {
  const { [String(id)]: _, ...others } = byId;
  return entry === undefined ? others : { ...others, [id]: entry };
}
