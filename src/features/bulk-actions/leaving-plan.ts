import type { Device } from '#shared/home';
import { startLevelChange } from '#shared/interfaces/switch-multilevel';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { groupOf } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { isActive, isLocked } from '$lib/kinds/active';
import { isOpening, isUnknown } from '$lib/kinds/room-summary';
import { isHeating, savingSetpointOf, setpointsOf } from '$lib/kinds/setpoint';
import { LEAVING, offCall, stepTo, type BulkActionPlan, type BulkActionStep } from './plan';

/** What people look at when they leave, in its order: first what Mantel never moves. */
export const LEAVING_KINDS = ['openings', 'locks', 'lights', 'shutters', 'climate'] as const;
export type LeavingKind = (typeof LEAVING_KINDS)[number];

/** How a home is when people leave it. */
export interface Leaving {
  /** The kinds that the home has at all. */
  readonly kinds: readonly LeavingKind[];
  /** What is open, unlocked, on, or heated to more than an empty home. */
  readonly standing: Readonly<Record<LeavingKind, readonly Device[]>>;
  /** Devices of these kinds whose state is not known. */
  readonly unknown: readonly Device[];
  /** What is put right: lights off, shutters closed, heating down. Entrances, openings and locks stay as they are. */
  readonly plan: BulkActionPlan;
}

/** Returns how a home is when people leave it, by its shown devices. */
export function leavingOf(devices: readonly Device[]): Leaving {
  const known = devices.flatMap((device) => {
    const kind = kindOf(device);
    return kind ? [{ device, kind, isKnown: device.alive && !isUnclear(kind, device) }] : [];
  });
  const standing = (wanted: LeavingKind) =>
    known.flatMap(({ device, kind, isKnown }) =>
      kind === wanted && isKnown && isStanding(kind, device) ? device : []
    );
  const lights = standing('lights');
  const shutters = standing('shutters');
  const climate = standing('climate');
  return {
    kinds: LEAVING_KINDS.filter((wanted) => known.some(({ kind }) => kind === wanted)),
    standing: { lights, shutters, climate, openings: standing('openings'), locks: standing('locks') },
    unknown: known.flatMap(({ device, isKnown }) => (isKnown ? [] : device)),
    plan: { kind: LEAVING, scope: 'home', steps: [...lights, ...shutters, ...climate].flatMap(stepOf) }
  };
}

function kindOf(device: Device): LeavingKind | undefined {
  if (isLock(device)) return 'locks';
  if (isOpening(device)) return 'openings';
  const group = groupOf(device);
  if (group === 'climate') return setpointsOf(device.params).some(isHeating) ? group : undefined;
  return group === 'lights' || group === 'shutters' ? group : undefined;
}

function isUnclear(kind: LeavingKind, device: Device): boolean {
  if (kind === 'locks') return isLocked(device) === undefined;
  return kind !== 'climate' && isUnknown(device);
}

const isStanding = (kind: LeavingKind, device: Device): boolean =>
  kind === 'climate' ? savingSetpointOf(device.params) !== undefined : isActive(device) === true;

function stepOf(device: Device): readonly BulkActionStep[] {
  const group = groupOf(device);
  const setpoint = group === 'climate' ? savingSetpointOf(device.params) : undefined;
  if (setpoint)
    return stepTo(device, setSetpoint.call({ setpoint: setpoint.degrees, setpointType: setpoint.type }));
  return stepTo(
    device,
    group === 'shutters' ? startLevelChange.call({ direction: 'down' }) : offCall(device)
  );
}
