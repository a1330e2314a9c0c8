import { FULL_LEVEL } from '#shared/interfaces/level';
import { isDimmer } from '#shared/lamp-level';
import { MAX_RECORDED_DEVICES, type Bucket } from '#shared/record';
import { RecordChoice } from '$features/record/record-choice.svelte';
import type { RoomView } from '$features/view-models/room-view.svelte';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { lightOf, type WindowLook } from './house-look';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns how the window of a room looked in one part of the record: its light alone. It has the white of a lamp without a colour.
 * @param lamps what is recorded of each of its lamps: levels, or the shares of on and off
 */
export function pastLookOf(lamps: readonly (Bucket | undefined)[]): WindowLook {
  const light = lightOf(Math.max(0, ...lamps.map((bucket) => levelIn(bucket))));
  const isUnknown = lamps.length > 0 && lamps.every((bucket) => !bucket);
  return { light, colour: 'rgb(255 198 92)', blind: 0, isAjar: false, isDanger: false, isUnknown };
}

const isNumeric = (bucket?: Bucket): bucket is readonly [number, number, number] => Array.isArray(bucket);

const levelIn = (bucket?: Bucket): number =>
  isNumeric(bucket) ? Math.min(FULL_LEVEL, bucket[1]) : (bucket?.['true'] ?? 0) > 0 ? FULL_LEVEL : 0;

/**
 * Reads how the windows looked in the last 24 hours.
 * @param count of equal steps
 * @returns the steps with their times in ms since the epoch; none if the record cannot be read
 */
export async function readPastDay(home: OpenHome, windows: readonly { room: RoomView }[], count: number) {
  const from = Math.round(home.environment.clock.now()) - DAY_MS;
  const lamps = windows.flatMap(({ room }) => room.devicesOf('lights'));
  const record = home.service(RecordChoice);
  await record.read();
  if (record.state?.state !== 'on') return [];
  const known = new Map<number, readonly Bucket[]>();
  for (const name of ['Level', 'Status']) {
    const ids = lamps.filter((lamp) => isDimmer(lamp) === (name === 'Level')).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += MAX_RECORDED_DEVICES) {
      const devices = ids.slice(at, at + MAX_RECORDED_DEVICES).join();
      const query = `?devices=${devices}&name=${name}&from=${from}&until=${from + DAY_MS}&count=${count}`;
      const read = await home.proxy.call('GET /api/controllers/:id/record/values', { query });
      if (!read.ok) return [];
      for (const [id, of] of Object.entries(read.value.devices)) known.set(Number(id), of[name] ?? []);
    }
  }
  return Array.from({ length: count }, (_, step) => ({
    at: from + (step * DAY_MS) / count,
    lookOf: (room: RoomView) => pastLookOf(room.devicesOf('lights').map(({ id }) => known.get(id)?.[step]))
  }));
}
