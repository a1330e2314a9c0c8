import type { Device } from '#shared/home';
import { startLevelChange } from '#shared/interfaces/switch-multilevel';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { groupOf, isPlug, mayTurnOffWhenLeaving } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { sensitiveKindOf } from '#shared/sensitive';
import { isActive } from '$lib/kinds/active';
import { isOpening, isUnknown } from '$lib/kinds/room-summary';
import { isHeating, savingSetpointOf, setpointsOf } from '$lib/kinds/setpoint';
import { LEAVING, offCall, stepTo, type BulkActionPlan, type BulkActionStep } from './plan';

/** What people look at when they leave, in its order: first what Mantel never moves. */
export const LEAVING_KINDS = ['openings', 'locks', 'lights', 'switches', 'shutters', 'climate'] as const;
export type LeavingKind = (typeof LEAVING_KINDS)[number];

/** How the devices of one kind are when people leave. */
export interface LeavingDevices {
  readonly kind: LeavingKind;
  readonly total: number;
  /** What is open, unlocked, on, or heated to more than an empty home. */
  readonly standing: readonly Device[];
  /** Those whose state is not known. */
  readonly unknown: readonly Device[];
  /** What is put right of them. */
  readonly steps: readonly BulkActionStep[];
}

/** How a home is when people leave it. */
export interface Leaving {
  /** Of the kinds that the home has at all. */
  readonly kinds: readonly LeavingDevices[];
  /** What is put right: lights off, shutters closed, heating down. */
  readonly plan: BulkActionPlan;
}

/**
 * Returns how a home is when people leave it, by its shown devices.
 * @param isUncertain whether the state of a device is not known although it reports one: it may be old
 */
export function leavingOf(
  devices: readonly Device[],
  isUncertain: (device: Device) => boolean = () => false
): Leaving {
  const isVague = (device: Device) => isUnclear(device) || isUncertain(device);
  const kinds = LEAVING_KINDS.flatMap((kind): readonly LeavingDevices[] => {
    const all = devices.filter((device) => kindOf(device) === kind);
    if (all.length === 0) return [];
    const standing = all.filter((device) => !isUnclear(device) && isStanding(device));
    return [
      {
        kind,
        total: all.length,
        standing,
        unknown: all.filter((device) => isVague(device) && !standing.includes(device)),
        steps: standing.filter(isMoved).flatMap(stepOf)
      }
    ];
  });
  return { kinds, plan: { kind: LEAVING, scope: 'home', steps: kinds.flatMap(({ steps }) => steps) } };
}

function kindOf(device: Device): LeavingKind | undefined {
  if (isLock(device)) return 'locks';
  if (isOpening(device)) return 'openings';
  const group = groupOf(device);
  if (group === 'climate') return isHeater(device) ? group : undefined;
  if (group === 'switches') return isPlug(device) || isSounding(device) ? group : undefined;
  return group === 'lights' || group === 'shutters' ? group : undefined;
}

/** Whether a siren is known to sound: it is named, and nobody but a person silences it. */
const isSounding = (device: Device): boolean =>
  sensitiveKindOf(device) === 'siren' && isActive(device) === true;

/** Whether a thermostat has a target of heating, or reports none at all. */
function isHeater({ interfaces, params }: Device): boolean {
  const setpoints = setpointsOf(params);
  return setpoints.length > 0 ? setpoints.some(isHeating) : interfaces.includes('ThermostatSetpoint');
}

const isUnclear = (device: Device): boolean =>
  kindOf(device) === 'climate' ? !device.alive || setpointsOf(device.params).length === 0 : isUnknown(device);

const isStanding = (device: Device): boolean =>
  groupOf(device) === 'climate' ? savingSetpointOf(device.params) !== undefined : isActive(device) === true;

/** Whether leaving moves a device at all: no entrance, no opening and no lock, and what is no light only where the household says so. */
function isMoved(device: Device): boolean {
  const kind = kindOf(device);
  if (kind === 'switches') return device.isOffWhenLeaving === true && mayTurnOffWhenLeaving(device);
  return kind === 'lights' || kind === 'shutters' || kind === 'climate';
}

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
