import { mainControlOf } from '$lib/kinds/registry';
import { findSendable } from '$lib/state/commands/sendable';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { CLOSED_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';
import { stop } from '#shared/interfaces/shutter';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel, startLevelChange } from '#shared/interfaces/switch-multilevel';

/** What a round does to its devices. */
export type BulkActionKind =
  'lights-off' | 'lights-back' | 'shutters-open' | 'shutters-close' | 'shutters-stop';

/** How far a round reaches: one room, or every room of the home. */
export type BulkActionScope = 'room' | 'home';

/** One device's command in a round. */
export interface BulkActionStep {
  /** The device as it was when the round was planned: what an undo brings back. */
  readonly device: Device;
  readonly call: CommandCall;
}

/** One command to each of several devices, not sent yet. */
export interface BulkActionPlan {
  readonly kind: BulkActionKind;
  readonly scope: BulkActionScope;
  readonly steps: readonly BulkActionStep[];
}

/**
 * Whether people are asked before a round begins. Shutters that move as a group can hurt, and a home has people in other rooms. A
 * room's lights go out at once, with an undo, and nobody may be kept from stopping a shutter.
 */
export function needsConfirmation({ kind, scope }: Pick<BulkActionPlan, 'kind' | 'scope'>): boolean {
  return kind === 'shutters-open' || kind === 'shutters-close' || (kind === 'lights-off' && scope === 'home');
}

/** Puts out those of these lights that are on and that the radio reaches. */
export function planLightsOff(lights: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const lit = lights.filter((device) => device.alive && mainControlOf(device)?.isActive(device));
  return { kind: 'lights-off', scope, steps: lit.flatMap((device) => stepTo(device, offCall(device))) };
}

/** Brings lights back to what they were when a round was planned that put them out. */
export function planLightsBack(put: readonly BulkActionStep[], scope: BulkActionScope): BulkActionPlan {
  return {
    kind: 'lights-back',
    scope,
    steps: put.flatMap(({ device }) => stepTo(device, backCall(device)))
  };
}

/** Opens or closes those of these shutters that the radio reaches and that are not there yet. */
export function planShutters(
  direction: 'up' | 'down',
  shutters: readonly Device[],
  scope: BulkActionScope
): BulkActionPlan {
  const call = startLevelChange.call({ direction });
  const isThere = (level: number) => (direction === 'up' ? level >= OPEN_LEVEL : level <= CLOSED_LEVEL);
  const elsewhere = shutters.filter(({ alive, params }) => alive && !isThere(readLevel(params) ?? NaN));
  return {
    kind: direction === 'up' ? 'shutters-open' : 'shutters-close',
    scope,
    steps: elsewhere.flatMap((device) => stepTo(device, call))
  };
}

/** Stops all of these shutters that the radio reaches: which of them move, nobody tells. */
export function planStop(shutters: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const reached = shutters.filter(({ alive }) => alive);
  return {
    kind: 'shutters-stop',
    scope,
    steps: reached.flatMap((device) => stepTo(device, stop.call({})))
  };
}

/** Nothing where the device does not take the command. */
function stepTo(device: Device, call: CommandCall): readonly BulkActionStep[] {
  return findSendable(device, call.method) ? [{ device, call }] : [];
}

function offCall(device: Device): CommandCall {
  return findSendable(device, setStatus.method)
    ? setStatus.call({ status: false })
    : setLevel.call({ level: 0 });
}

/** A level comes back as it was; what knows but on and off, on. */
function backCall(device: Device): CommandCall {
  const level = readLevel(device.params);
  return level !== undefined && findSendable(device, setLevel.method)
    ? setLevel.call({ level })
    : setStatus.call({ status: true });
}
