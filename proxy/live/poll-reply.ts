import * as v from 'valibot';
import type { DeviceChange } from '#shared/changes';
import { deviceFieldsSchema, isRecord, paramsSchema, type Params } from '#shared/home';
import { id } from '#shared/read';

/** An answer to `GET /poll` [O]: where the controller's count of events stands, and what happened. */
export interface PollReply {
  /** Undefined where the answer does not say: then the count stays where it was. */
  readonly last: number | undefined;
  /** The changes of devices, in their order. */
  readonly changes: readonly DeviceChange[];
  /** Whether sections, rooms and devices have to be read again. */
  readonly hasNewLists: boolean;
}

/** Reads a poll's answer; null where it is none. Events that are unknown or make no sense are passed over. */
export function decodePollReply(value: unknown): PollReply | null {
  if (value === null) return { last: undefined, changes: [], hasNewLists: false };
  if (!isRecord(value)) return null;
  const last = v.safeParse(id, value['last']);
  const events = Array.isArray(value['events']) ? value['events'].filter(isRecord) : [];
  return {
    last: last.success ? last.output : undefined,
    changes: events.flatMap((event) => (event['type'] === 'DeviceChanged' ? decodeChange(event) : [])),
    hasNewLists: events.some((event) => event['type'] === 'DeviceListChanged')
  };
}

/** `DeviceChanged` [O]: `params` is a list of `{name, new_value}`, and fields of the device may stand beside it. */
function decodeChange(event: Record<string, unknown>): DeviceChange[] {
  const device = v.safeParse(id, event['device_id']);
  if (!device.success) return [];
  const params = decodeParams(event['params']);
  const read = v.safeParse(deviceFieldsSchema, event);
  const fields = read.success ? read.output : {};
  const hasParams = Object.keys(params).length > 0;
  const hasFields = Object.keys(fields).length > 0;
  if (!hasParams && !hasFields) return [];
  return [{ device: device.output, ...(hasParams ? { params } : {}), ...(hasFields ? { fields } : {}) }];
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
