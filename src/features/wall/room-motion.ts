import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { hasControl } from '#shared/kinds';
import { meaningOf } from '#shared/meaning';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { Wall } from '$lib/state/wall/wall.svelte';

/** Whether a device detects motion in a room. Hidden ones do too. */
const isMotionSensorIn = (roomId: number, device: Device): boolean =>
  device.room_id === roomId && hasControl(device, 'contact') && meaningOf(device).nature === 'motion';

/** Whether a room has a motion sensor. Reactive. */
export const hasMotionSensor = ({ state: home }: Pick<OpenHome, 'state'>, roomId: number): boolean =>
  home.home?.devices.some((device) => isMotionSensorIn(roomId, device)) ?? false;

/**
 * Wakes a tablet with each motion in its room, except in the night hours. The first reading of a sensor is no motion. Returns
 * a function that ends it.
 */
export const wakeOnMotion = ({ state: home }: Pick<OpenHome, 'state'>, wall: Wall): (() => void) =>
  home.subscribe((steps) => {
    const { roomId, wakesOnMotion } = wall.settings;
    if (roomId === null || !wakesOnMotion || wall.night) return;
    const isMotion = steps.some(({ before, after }) => {
      if (!before || !after || !isMotionSensorIn(roomId, after)) return false;
      const old = readSensorBinary(before.params);
      const { isTripped, lastTrip } = readSensorBinary(after.params);
      return isTripped === true && (old.isTripped !== true || old.lastTrip !== lastTrip);
    });
    if (isMotion) wall.wake('motion');
  });
