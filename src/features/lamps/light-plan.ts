import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { isDimmer, isLit } from '#shared/lamp-level';
import { brightestOf, dim, moodOf, pictureOf, type Mood, type Picture } from '#shared/mood';
import { offCall, stepTo, type BulkActionPlan, type BulkActionScope } from '$features/bulk-actions/plan';
import type { RoomView } from '$features/view-models/room-view.svelte';
import { findSendable } from '$lib/state/commands/sendable';

/**
 * Plans to switch off a room's lamps that respond, those that are reported off too: a switch on the wall may have lit one.
 * Nothing is said of these.
 */
export function planRoomOff(lamps: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const responding = lamps.filter(({ alive }) => alive);
  const lit = responding.filter(isLit);
  const dark = responding.filter((lamp) => !isLit(lamp));
  return {
    kind: 'lights-off',
    scope,
    steps: [
      ...lit.flatMap((lamp) => stepTo(lamp, offCall(lamp))),
      ...dark.flatMap((lamp) =>
        stepTo(lamp, offCall(lamp)).map((step) => ({ ...step, isQuiet: true as const }))
      )
    ]
  };
}

/** Plans to light a room: as it was, else all of its lamps that respond. */
export function planRoomOn(
  lamps: readonly Device[],
  mood: Mood | undefined,
  scope: BulkActionScope
): BulkActionPlan {
  return { kind: 'lights-on', scope, steps: litSteps(lamps, mood && dim(mood, mood.brightest)) };
}

/** Plans to light the rooms of a floor, each as it was. */
export function planFloorOn(
  rooms: readonly Pick<RoomView, 'slot' | 'devicesOf'>[],
  moods: Readonly<Record<string, Mood>>,
  scope: BulkActionScope
): BulkActionPlan {
  const steps = rooms.flatMap(
    (room) => planRoomOn(room.devicesOf('lights'), moods[room.slot.key], scope).steps
  );
  return { kind: 'lights-on', scope, steps };
}

/**
 * Plans to move a room's brightness to a level from 1 to 99. The lit dimmers keep their ratios, and lamps that are off stay
 * off. A room without a lit dimmer is lit as it was, at this level.
 */
export function planBrightness(
  lamps: readonly Device[],
  mood: Mood | undefined,
  level: number,
  scope: BulkActionScope
): BulkActionPlan {
  const lit = pictureOf(lamps);
  const dimmers = lamps.filter((lamp) => lamp.alive && isDimmer(lamp));
  const steps =
    brightestOf(lit) === undefined
      ? litSteps(dimmers, dim(pictureFor(dimmers, mood), level))
      : levelSteps(dimmers, dim(moodOf(lit, mood), level));
  return { kind: 'lights-dim', scope, steps };
}

/** Plans to bring all lit dimmers to the level of the brightest one. */
export function planAlike(lamps: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const lit = pictureOf(lamps);
  const level = brightestOf(lit) ?? FULL_LEVEL;
  const alike = Object.fromEntries(Object.entries(lit).map(([id, was]) => [id, was === null ? null : level]));
  return { kind: 'lights-dim', scope, steps: levelSteps(lamps, alike) };
}

/** The mood of these lamps, or all of them alike. */
function pictureFor(lamps: readonly Device[], mood: Mood | undefined): Mood {
  const isLeft = mood && lamps.some(({ id }) => typeof mood.picture[id] === 'number');
  const all = Object.fromEntries(lamps.map(({ id }) => [id, FULL_LEVEL]));
  return isLeft ? mood : { picture: all, brightest: FULL_LEVEL };
}

/** Lights the lamps of a picture. If none of them is left, all lamps are lit. */
function litSteps(lamps: readonly Device[], picture: Picture = {}): BulkActionPlan['steps'] {
  const responding = lamps.filter(({ alive }) => alive);
  const chosen = responding.filter(({ id }) => picture[id] !== undefined);
  return (chosen.length > 0 ? chosen : responding).flatMap((lamp) =>
    stepTo(lamp, onCall(lamp, picture[lamp.id]))
  );
}

const levelSteps = (lamps: readonly Device[], picture: Picture): BulkActionPlan['steps'] =>
  lamps.flatMap((lamp) => {
    const level = picture[lamp.id];
    return typeof level === 'number' ? stepTo(lamp, setLevel.call({ level })) : [];
  });

/** Without a level a dimmer goes to the one that it remembers. */
function onCall(lamp: Device, level: number | null | undefined): CommandCall {
  if (typeof level === 'number' && findSendable(lamp, setLevel.method)) return setLevel.call({ level });
  return findSendable(lamp, setStatus.method)
    ? setStatus.call({ status: true })
    : setLevel.call({ level: FULL_LEVEL });
}
