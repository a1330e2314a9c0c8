import { isRecord } from '#shared/home';
import type { Call, Seen } from './seen';

/** A property of an object; undefined if it is missing. */
export const at = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** The objects of a bare list, or of a list under `key`. */
export function recordsOf(value: unknown, key: string): readonly Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : at(value, key);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The strings of a list. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

export const isGood = (call: Call | undefined): boolean =>
  typeof call?.status === 'number' && call.status >= 200 && call.status <= 299;

export const bodyOf = (seen: Seen, name: string): unknown => {
  const call = seen.calls.get(name);
  return isGood(call) ? call?.body : undefined;
};

export const devicesOf = (seen: Seen) => recordsOf(bodyOf(seen, 'GET /devices'), 'devices');
export const roomsOf = (seen: Seen) => recordsOf(bodyOf(seen, 'GET /rooms'), 'rooms');
export const eventsOf = (seen: Seen) =>
  seen.polls.flatMap(({ body }) => recordsOf(at(body, 'events'), 'events'));
/** All values of a parameter, over all devices. */
export const paramOf = (seen: Seen, name: string): readonly unknown[] =>
  devicesOf(seen)
    .map(({ params }) => at(params, name))
    .filter((value) => value !== undefined);
