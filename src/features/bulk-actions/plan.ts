import { mainControlOf } from '$lib/kinds/registry';
import { findSendable } from '$lib/state/commands/sendable';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { CLOSED_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';
import { stop } from '#shared/interfaces/shutter';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel, startLevelChange } from '#shared/interfaces/switch-multilevel';

/** What a round does to its devices. */
export type RoundKind = 'lights-off' | 'lights-back' | 'shutters-open' | 'shutters-close' | 'shutters-stop';

/** How far a round reaches: one room, or every room of the home. */
export type Reach = 'room' | 'home';

/** One device's command in a round. */
export interface RoundStep {
  /** The device as it was when the round was planned: what an undo brings back. */
  readonly device: Device;
  readonly call: CommandCall;
}

/** One command to each of several devices, not sent yet. */
export interface RoundPlan {
  readonly kind: RoundKind;
  readonly reach: Reach;
  readonly steps: readonly RoundStep[];
}

/**
 * Whether people are asked before a round begins. Shutters that move as a group can hurt, and a home has people in other rooms. A
 * room's lights go out at once, with an undo, and nobody may be kept from stopping a shutter.
 */
export function asksFirst({ kind, reach }: Pick<RoundPlan, 'kind' | 'reach'>): boolean {
  return kind === 'shutters-open' || kind === 'shutters-close' || (kind === 'lights-off' && reach === 'home');
}

/** Puts out those of these lights that are on and that the radio reaches. */
export function planLightsOff(lights: readonly Device[], reach: Reach): RoundPlan {
  const lit = lights.filter((device) => device.alive && mainControlOf(device)?.isActive(device));
  return { kind: 'lights-off', reach, steps: lit.flatMap((device) => stepTo(device, offCall(device))) };
}

/** Brings lights back to what they were when a round was planned that put them out. */
export function planLightsBack(put: readonly RoundStep[], reach: Reach): RoundPlan {
  return {
    kind: 'lights-back',
    reach,
    steps: put.flatMap(({ device }) => stepTo(device, backCall(device)))
  };
}

/** Opens or closes those of these shutters that the radio reaches and that are not there yet. */
export function planShutters(direction: 'up' | 'down', shutters: readonly Device[], reach: Reach): RoundPlan {
  const call = startLevelChange.call({ direction });
  const isThere = (level: number) => (direction === 'up' ? level >= OPEN_LEVEL : level <= CLOSED_LEVEL);
  const elsewhere = shutters.filter(({ alive, params }) => alive && !isThere(readLevel(params) ?? NaN));
  return {
    kind: direction === 'up' ? 'shutters-open' : 'shutters-close',
    reach,
    steps: elsewhere.flatMap((device) => stepTo(device, call))
  };
}

/** Stops all of these shutters that the radio reaches: which of them move, nobody tells. */
export function planStop(shutters: readonly Device[], reach: Reach): RoundPlan {
  const reached = shutters.filter(({ alive }) => alive);
  return {
    kind: 'shutters-stop',
    reach,
    steps: reached.flatMap((device) => stepTo(device, stop.call({})))
  };
}

/** Nothing where the device does not take the command. */
function stepTo(device: Device, call: CommandCall): readonly RoundStep[] {
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
