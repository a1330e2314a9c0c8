import { say } from '$lib/words/words.svelte';
import type { Control } from '../control';
import { readDoorLock } from '#shared/interfaces/door-lock';

/** A lock's state [O]: seen, never commanded. */
export const lockControl: Control = {
  name: 'lock',
  fits: ({ interfaces }) => interfaces.includes('DoorLock'),
  isActive: ({ params }) => readDoorLock(params).isLocked === false,
  summary({ params }) {
    const { isLocked } = readDoorLock(params);
    if (isLocked === undefined) return say('value.unknown');
    return say(isLocked ? 'device.locked' : 'device.unlocked');
  },
  tone: (device) => (lockControl.isActive(device) ? 'on' : 'neutral')
};
