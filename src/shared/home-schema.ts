import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import {
  isRecord,
  type Device,
  type DeviceFields,
  type Home,
  type MainDevices,
  type Room,
  type Section
} from '#shared/home';
import { isTime, readText } from '#shared/read';
import { flag, id, MAX_TEXT, order, parent, readBy, reference, text } from '#shared/read-schema';

const sectionSchema = v.object({ id, name: v.optional(text, '') });

const mainDevicesSchema = v.object({
  temperature_sensor: v.optional(reference, null),
  humidity_sensor: v.optional(reference, null),
  luminosity_sensor: v.optional(reference, null)
});
const NO_MAIN_DEVICES: MainDevices = v.getDefaults(mainDevicesSchema);

/**
 * The document lists the three sensors on the room itself [D], clients saw them under `main_devices` [O]. Both are
 * read.
 */
const roomSchema = v.pipe(
  v.object({
    id,
    name: v.optional(text, ''),
    section_id: v.optional(parent, null),
    order: v.optional(order, 0),
    background_image: v.optional(text, ''),
    icon: v.optional(text, ''),
    main_devices: v.optional(v.fallback(mainDevicesSchema, NO_MAIN_DEVICES), NO_MAIN_DEVICES),
    ...mainDevicesSchema.entries
  }),
  v.transform(({ main_devices, temperature_sensor, humidity_sensor, luminosity_sensor, ...room }): Room => ({
    ...room,
    main_devices: {
      temperature_sensor: main_devices.temperature_sensor ?? temperature_sensor,
      humidity_sensor: main_devices.humidity_sensor ?? humidity_sensor,
      luminosity_sensor: main_devices.luminosity_sensor ?? luminosity_sensor
    }
  }))
);

/** The maximum number of interfaces of a device, and the maximum length of a name. Further ones are dropped. */
const MAX_INTERFACES = 100;
const MAX_INTERFACE_LENGTH = 256;

const interfacesSchema = v.pipe(
  v.fallback(v.array(v.unknown()), []),
  v.transform((names) => [
    ...new Set(
      names
        .slice(0, MAX_INTERFACES)
        .filter((name) => typeof name === 'string' && name.length <= MAX_INTERFACE_LENGTH)
        .map((name) => String(name).replace(/\s+/g, ''))
    )
  ])
);

/** The maximum number of parameters of a device. Further ones are dropped. */
export const MAX_PARAMS = 200;

/** Values by name as an object; any other value becomes an empty object. Keys such as `__proto__` are dropped. */
export const valuesSchema = v.fallback(
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(v.string(), v.unknown())),
  {}
);

/** The parameters of a device: values by name, at most `MAX_PARAMS` of them. */
const paramsSchema = v.fallback(
  v.pipe(
    v.custom<Record<string, unknown>>(isRecord),
    v.transform((params) => {
      const names = Object.keys(params);
      return names.length <= MAX_PARAMS
        ? params
        : Object.fromEntries(names.slice(0, MAX_PARAMS).map((name) => [name, params[name]]));
    }),
    v.record(v.string(), v.unknown())
  ),
  {}
);

const noteImageSchema = v.pipe(
  v.unknown(),
  v.transform((value) => {
    const name = readText(value) ?? '';
    return name === '' || name.length > MAX_TEXT ? null : name;
  })
);
const lastOnlineSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.number(),
      v.check((seconds) => isTime(seconds * 1000))
    )
  ),
  null
);

const changeableFields = {
  name: text,
  role: text,
  icon: text,
  room_id: parent,
  hidden: flag(false),
  note_text: text,
  note_image: noteImageSchema,
  alive: flag(true),
  last_online: lastOnlineSchema,
  favorite: flag(false)
} satisfies Record<Exclude<keyof DeviceFields, 'fault' | 'trippedAt' | 'calmAt'>, v.GenericSchema>;

const deviceSchema = v.object({
  id,
  name: v.optional(text, ''),
  room_id: v.optional(parent, null),
  type: v.optional(text, ''),
  role: v.optional(text, ''),
  icon: v.optional(text, ''),
  order: v.optional(order, 0),
  hidden: v.optional(changeableFields.hidden, false),
  interfaces: v.optional(interfacesSchema, []),
  params: v.optional(paramsSchema, {}),
  note_text: v.optional(text, ''),
  note_image: v.optional(noteImageSchema, null),
  alive: v.optional(changeableFields.alive, true),
  last_online: v.optional(lastOnlineSchema, null),
  favorite: v.optional(changeableFields.favorite, false)
});

const seenTime = v.exactOptional(v.fallback(v.nullable(v.pipe(v.number(), v.check(isTime))), null));

/** What the proxy sets. Only its messages and the cache are read with it: what a controller says of it counts for nothing. */
const marks = {
  fault: v.exactOptional(v.fallback(v.picklist(['overheated', 'overloaded', 'none']), 'none')),
  trippedAt: seenTime,
  calmAt: seenTime
};
const markedDeviceSchema = v.object({ ...deviceSchema.entries, ...marks });

const reportedFieldsSchema = v.object({
  name: v.exactOptional(changeableFields.name),
  role: v.exactOptional(changeableFields.role),
  icon: v.exactOptional(changeableFields.icon),
  room_id: v.exactOptional(changeableFields.room_id),
  hidden: v.exactOptional(changeableFields.hidden),
  note_text: v.exactOptional(changeableFields.note_text),
  note_image: v.exactOptional(changeableFields.note_image),
  alive: v.exactOptional(changeableFields.alive),
  last_online: v.exactOptional(changeableFields.last_online),
  favorite: v.exactOptional(changeableFields.favorite)
});

/** Decodes the fields of a device that a controller reports as changed, beside `params` [O]. */
export const deviceFieldsSchema: v.GenericSchema<unknown, DeviceFields> = reportedFieldsSchema;

/** Decodes one change of a `changes` message. */
export const deviceChangeSchema: v.GenericSchema<unknown, DeviceChange> = v.object({
  device: id,
  params: v.exactOptional(paramsSchema),
  fields: v.exactOptional(v.object({ ...reportedFieldsSchema.entries, ...marks }))
});

/**
 * A decoded list. `dropped` counts the entries that were left out: no object, no id, a duplicate id, or beyond the
 * maximum.
 */
export interface Decoded<T> {
  readonly entries: readonly T[];
  readonly dropped: number;
}

/** A list of a home: its key if it is wrapped in an object [O], the schema of its entries and their maximum number. */
export interface HomeList<T> {
  readonly key: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly max: number;
}

/** The lists of a home. */
export const HOME_LISTS: {
  readonly sections: HomeList<Section>;
  readonly rooms: HomeList<Room>;
  readonly devices: HomeList<Device>;
} = {
  sections: { key: 'sections', schema: sectionSchema, max: 100 },
  rooms: { key: 'rooms', schema: roomSchema, max: 1_000 },
  devices: { key: 'devices', schema: deviceSchema, max: 10_000 }
};

/** The devices of a home as the proxy sends it, with what it has found out about them. */
const MARKED_DEVICES: HomeList<Device> = { ...HOME_LISTS.devices, schema: markedDeviceSchema };

/** Entries to decode per step: a few ms. */
const ENTRIES_A_STEP = 200;

/**
 * Decodes a list of sections, rooms or devices: a bare array, or an object with the array under the list's key [O]. It
 * yields after every few entries, so that other work can run while a large home is decoded.
 * @returns null if there is no list, which is a malformed response
 */
export function* decodeInSteps<T extends { id: number }>(
  value: unknown,
  { key, schema, max }: HomeList<T>
): Generator<undefined, Decoded<T> | null> {
  const list = Array.isArray(value) ? value : isRecord(value) ? value[key] : undefined;
  if (!Array.isArray(list)) return null;
  const byId = new Map<number, T>();
  for (const [at, entry] of (list as unknown[]).entries()) {
    if (byId.size === max) break;
    const result = v.safeParse(schema, entry);
    if (result.success && !byId.has(result.output.id)) byId.set(result.output.id, result.output);
    if (at % ENTRIES_A_STEP === ENTRIES_A_STEP - 1) yield;
  }
  return { entries: [...byId.values()], dropped: list.length - byId.size };
}

/** Decodes a list in one go. */
function decodeList<T extends { id: number }>(value: unknown, list: HomeList<T>): Decoded<T> | null {
  const steps = decodeInSteps(value, list);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Decodes `GET /sections` [O]; null if there is no list. */
export const decodeSections = (value: unknown) => decodeList(value, HOME_LISTS.sections);
/** Decodes `GET /rooms` [O]; null if there is no list. */
export const decodeRooms = (value: unknown) => decodeList(value, HOME_LISTS.rooms);
/** Decodes `GET /devices` [O]; null if there is no list. */
export const decodeDevices = (value: unknown) => decodeList(value, HOME_LISTS.devices);

/** Decodes one section from `GET /sections/:id` (document 4.1) [D]; null if it is invalid. */
export const decodeSection = (value: unknown): Section | null => readBy(sectionSchema, value);

/** Decodes one device from `GET /devices/:id` [O]; null if it is invalid. */
export const decodeDevice = (value: unknown): Device | null => readBy(deviceSchema, value);

/** Decodes a whole home from a message of the proxy or the cache; null if it is invalid. Decoding is idempotent. */
export function decodeHome(value: unknown): Home | null {
  const sections = decodeSections(value);
  const rooms = decodeRooms(value);
  const devices = decodeList(value, MARKED_DEVICES);
  if (!sections || !rooms || !devices || !isRecord(value)) return null;
  return { sections: sections.entries, rooms: rooms.entries, devices: devices.entries };
}
