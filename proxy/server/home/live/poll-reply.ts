import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import { succeed } from '#shared/errors';
import { isRecord, type DeviceFields, type Params } from '#shared/home';
import { deviceFieldsSchema, valuesSchema } from '#shared/home-schema';
import { id } from '#shared/read-schema';
import { failCall, type CallResult } from '../../controllers/failure';

/**
 * Maximum numbers of events and values that are read from one reply: they are applied and encoded in one turn of some 30 ms, in which no other
 * home has its own. If there are more, the lists are read instead, in steps.
 */
const MAX_EVENTS = 1_000;
const MAX_VALUES = 2_500;

/**
 * What a controller reports of a command, as our own sources do [A]; of real controllers only the event's name is known [O]. `done` is a
 * reason to read the device, never by itself a confirmation. `failed` has a reason.
 */
export type CommandReport = {
  readonly device: number;
  readonly method: string;
  /** The arguments of the command; undefined if they are not reported. */
  readonly params: Params | undefined;
} & ({ readonly status: 'done' } | { readonly status: 'failed'; readonly message: string });

/** A reply to `GET /poll` [O]: the controller's event counter, and the events. */
export interface PollReply {
  /** Undefined if the reply has none: then the cursor stays the same. */
  readonly last: number | undefined;
  /** The changes of devices, one for each, in the order of their first events. */
  readonly changes: readonly DeviceChange[];
  /** Number of events and of their values: what it takes to read them. */
  readonly count: number;
  /** Ids of the devices that changed, whether or not the change can be read. */
  readonly devices: readonly number[];
  /** What became of commands, in order. */
  readonly reports: readonly CommandReport[];
  /** Whether sections, rooms and devices have to be read again. */
  readonly hasNewLists: boolean;
}

/**
 * Reads the reply to a poll. It may be empty, or have no `events` or no `last`. Unknown and malformed events are ignored.
 * @returns `controller-malformed` if it is no object
 */
export function decodePollReply(value: unknown): CallResult<PollReply> {
  if (value === null)
    return succeed({ last: undefined, changes: [], count: 0, devices: [], reports: [], hasNewLists: false });
  if (!isRecord(value)) return failCall('controller-malformed', 'Its answer to a poll is no object.');
  const last = v.safeParse(id, value['last']);
  const all: readonly unknown[] = Array.isArray(value['events']) ? value['events'] : [];
  const count = all.reduce<number>((sum, event) => sum + 1 + lengthOf(isRecord(event) && event['params']), 0);
  const isFlood = all.length > MAX_EVENTS || count > MAX_VALUES;
  const events = isFlood ? [] : all.filter(isRecord);
  const changed = events.filter((event) => event['type'] === 'DeviceChanged');
  return succeed({
    last: last.success ? last.output : undefined,
    changes: decodeChanges(changed),
    count,
    devices: changed.flatMap(deviceOf),
    reports: events.flatMap(decodeReport),
    hasNewLists: isFlood || events.some((event) => event['type'] === 'DeviceListChanged')
  });
}

const reportSchema = v.intersect([
  v.object({
    type: v.literal('ActionStatusReport'),
    device_id: id,
    method: v.string(),
    params: v.optional(valuesSchema)
  }),
  v.variant('status', [
    v.object({ status: v.literal('done') }),
    v.object({ status: v.literal('failed'), message: v.pipe(v.string(), v.minLength(1), v.maxLength(500)) })
  ])
]);

function decodeReport(event: Record<string, unknown>): CommandReport[] {
  const report = v.safeParse(reportSchema, event);
  if (!report.success) return [];
  const { type: _, device_id: device, method, params, ...outcome } = report.output;
  return [{ device, method, params, ...outcome }];
}

function deviceOf(event: Record<string, unknown>): number[] {
  const device = v.safeParse(id, event['device_id']);
  return device.success ? [device.output] : [];
}

/**
 * `DeviceChanged` [O]: `params` is a list of `{name, new_value}`. The event may have fields of the device too. All events of a device
 * become one change, with the last value of each name.
 */
function decodeChanges(events: readonly Record<string, unknown>[]): DeviceChange[] {
  const byDevice = new Map<number, { params: Record<string, unknown>; fields: DeviceFields }>();
  for (const event of events) {
    const [device] = deviceOf(event);
    if (device === undefined) continue;
    const change = byDevice.get(device) ?? { params: {}, fields: {} };
    byDevice.set(device, change);
    Object.assign(change.params, decodeParams(event['params']));
    const fields = v.safeParse(deviceFieldsSchema, event);
    if (fields.success) Object.assign(change.fields, fields.output);
  }
  return [...byDevice].flatMap(([device, { params, fields }]) => {
    const hasParams = Object.keys(params).length > 0;
    const hasFields = Object.keys(fields).length > 0;
    return hasParams || hasFields
      ? [{ device, ...(hasParams && { params }), ...(hasFields && { fields }) }]
      : [];
  });
}

const lengthOf = (params: unknown) =>
  Array.isArray(params) ? params.length : isRecord(params) ? Object.keys(params).length : 0;

/** New values by name, from the list of real controllers [O], or from an object like that of a device. */
function decodeParams(value: unknown): Params {
  if (!Array.isArray(value)) return v.parse(valuesSchema, value);
  const pairs = value
    .filter(isRecord)
    .flatMap(({ name, new_value }) =>
      typeof name === 'string' && new_value !== undefined ? [[name, new_value]] : []
    );
  return v.parse(valuesSchema, Object.fromEntries(pairs));
}
