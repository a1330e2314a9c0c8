import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { CLOSED_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';
import { stop } from '#shared/interfaces/shutter';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel, startLevelChange } from '#shared/interfaces/switch-multilevel';
import { faultAgainst } from '#shared/node-faults';
import { isActive } from '$lib/kinds/active';
import type { RoomSlot } from '$lib/kinds/room-slot';
import { findSendable } from '$lib/state/commands/sendable';

/** The kinds of bulk actions that pages begin. */
export type BulkActionKind =
  | ('lights-off' | 'lights-on' | 'lights-dim')
  | ('shutters-open' | 'shutters-close' | 'shutters-stop')
  | typeof LEAVING;

/** The code of what is done when everybody leaves. */
export const LEAVING = 'leaving';

/**
 * The scope of a bulk action: the whole home, a floor by its section's id, or a room. Null for the devices that are not
 * in a room.
 */
export type BulkActionScope = 'home' | `floor:${number}` | `room:${number}` | null;

/** Returns the scope of a room, or of the devices that are not in a room. */
export const roomScope = ({ room }: Pick<RoomSlot, 'room'>): BulkActionScope =>
  room ? `room:${room.id}` : null;

/** One device's command in a bulk action. */
export interface BulkActionStep {
  readonly device: Device;
  readonly call: CommandCall;
  /** As in `CommandEntry`. */
  readonly isQuiet?: true;
}

/** One command for each of several devices, not sent yet. */
export interface BulkActionPlan {
  readonly kind: BulkActionKind;
  readonly scope: BulkActionScope;
  readonly steps: readonly BulkActionStep[];
}

/**
 * Whether the user has to confirm a bulk action. A group of moving shutters can hurt people in other rooms. The lights
 * of one room or floor are switched off at once, with an undo, and stopping shutters never needs a confirmation. The page of leaving is
 * its own question: it says before what moves.
 */
export function needsConfirmation({ kind, scope }: Pick<BulkActionPlan, 'kind' | 'scope'>): boolean {
  return kind === 'shutters-open' || kind === 'shutters-close' || (kind === 'lights-off' && scope === 'home');
}

/** Plans to switch off the lights that are on and alive. */
export function planLightsOff(lights: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const lit = lights.filter((device) => device.alive && isActive(device));
  return { kind: 'lights-off', scope, steps: lit.flatMap((device) => stepTo(device, offCall(device))) };
}

/** Plans to open or close the shutters that are alive and not open or closed yet. */
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

/** Plans to stop all shutters that are alive, since it is unknown which ones move. */
export function planStop(shutters: readonly Device[], scope: BulkActionScope): BulkActionPlan {
  const reached = shutters.filter(({ alive }) => alive);
  return { kind: 'shutters-stop', scope, steps: reached.flatMap((device) => stepTo(device, stop.call({}))) };
}

/** Returns a step, or none if the device does not take the command, as one that is too hot. */
export function stepTo(device: Device, call: CommandCall): readonly BulkActionStep[] {
  return findSendable(device, call.method) && !faultAgainst(device, call) ? [{ device, call }] : [];
}

/** The command that switches a lamp off. */
export function offCall(device: Device): CommandCall {
  return findSendable(device, setStatus.method)
    ? setStatus.call({ status: false })
    : setLevel.call({ level: 0 });
}
