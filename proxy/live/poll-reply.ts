import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import { succeed } from '#shared/errors';
import { isRecord, type Params } from '#shared/home';
import { deviceFieldsSchema, paramsSchema } from '#shared/home-schema';
import { id } from '#shared/read-schema';
import { failCall, type CallResult } from '../controllers/failure';

/** More events than this in one answer are not read one by one: the lists say the same. */
const MAX_EVENTS = 1_000;

/** An answer to `GET /poll` [O]: where the controller's count of events stands, and what happened. */
export interface PollReply {
  /** Undefined where the answer does not say: then the count stays where it was. */
  readonly last: number | undefined;
  /** The changes of devices, in their order. */
  readonly changes: readonly DeviceChange[];
  /** The ids of the devices that are said to have changed, whether or not it can be read how. */
  readonly devices: readonly number[];
  /** Whether sections, rooms and devices have to be read again. */
  readonly hasNewLists: boolean;
}

/**
 * Reads a poll's answer. An empty one, and one without `events` or `last`, says that nothing happened. Events that are unknown or make
 * no sense are passed over.
 * @returns `controller-malformed` where it is no object
 */
export function decodePollReply(value: unknown): CallResult<PollReply> {
  if (value === null) return succeed({ last: undefined, changes: [], devices: [], hasNewLists: false });
  if (!isRecord(value)) return failCall('controller-malformed', 'Its answer to a poll is no object.');
  const last = v.safeParse(id, value['last']);
  const all: readonly unknown[] = Array.isArray(value['events']) ? value['events'] : [];
  const isFlood = all.length > MAX_EVENTS;
  const events = isFlood ? [] : all.filter(isRecord);
  const changed = events.filter((event) => event['type'] === 'DeviceChanged');
  return succeed({
    last: last.success ? last.output : undefined,
    changes: changed.flatMap(decodeChange),
    devices: changed.flatMap(deviceOf),
    hasNewLists: isFlood || events.some((event) => event['type'] === 'DeviceListChanged')
  });
}

function deviceOf(event: Record<string, unknown>): number[] {
  const device = v.safeParse(id, event['device_id']);
  return device.success ? [device.output] : [];
}

/** `DeviceChanged` [O]: `params` is a list of `{name, new_value}`, and fields of the device may stand beside it. */
function decodeChange(event: Record<string, unknown>): DeviceChange[] {
  const [device] = deviceOf(event);
  if (device === undefined) return [];
  const params = decodeParams(event['params']);
  const read = v.safeParse(deviceFieldsSchema, event);
  const fields = read.success ? read.output : {};
  const hasParams = Object.keys(params).length > 0;
  const hasFields = Object.keys(fields).length > 0;
  if (!hasParams && !hasFields) return [];
  return [{ device, ...(hasParams ? { params } : {}), ...(hasFields ? { fields } : {}) }];
}

/** New values by name: from the list that was observed, or from an object as a device has it. */
function decodeParams(value: unknown): Params {
  if (!Array.isArray(value)) return v.parse(paramsSchema, value);
  const pairs = value
    .filter(isRecord)
    .flatMap(({ name, new_value }) =>
      typeof name === 'string' && new_value !== undefined ? [[name, new_value]] : []
    );
  return v.parse(paramsSchema, Object.fromEntries(pairs));
}
