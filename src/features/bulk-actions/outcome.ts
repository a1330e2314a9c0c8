import type { ClientFailure } from '$lib/state/connection/failure';
import type { CommandView } from '$lib/state/commands/commands.svelte';
import { findSendable } from '$lib/state/commands/sendable';
import { isSame } from '#shared/changes';
import type { Device } from '#shared/home';
import type { BulkActionStep } from './plan';

/** Where one device's command of a round has got to, and so what may truthfully be said of it. */
export type Outcome =
  /** Not sent yet. */
  | { readonly state: 'waiting' }
  /** Sent, and not known to have had its effect. */
  | { readonly state: 'underWay' }
  /** The device says that it is so; where a command's effect is never told, the controller has accepted it. */
  | { readonly state: 'confirmed' }
  /** Sent, and the device has not said so in time. */
  | { readonly state: 'unconfirmed' }
  | { readonly state: 'failed'; readonly failure: ClientFailure }
  /** Somebody asked something else of the device meanwhile. */
  | { readonly state: 'superseded' }
  /** The radio stopped reaching the device before its turn came: nothing was sent. */
  | { readonly state: 'dead' }
  /** There is no such device any more. */
  | { readonly state: 'gone' }
  /** The round ended before its turn came: nothing was sent. */
  | { readonly state: 'dropped' };

/** Whether nothing that happens later changes it, unless somebody asks for it again. */
export function isFinal({ state }: Outcome): boolean {
  return ['confirmed', 'superseded', 'dead', 'gone', 'dropped'].includes(state);
}

/** Whether it is over and is not what was asked for. */
export function isUnsuccessful({ state }: Outcome): boolean {
  return state !== 'waiting' && state !== 'underWay' && state !== 'confirmed';
}

/** Whether asking for it again is of any use. */
export function isRepeatable(outcome: Outcome): boolean {
  return isUnsuccessful(outcome) && outcome.state !== 'gone' && outcome.state !== 'superseded';
}

/**
 * What became of a step that was sent.
 * @param device as it is confirmed now; undefined where it is gone
 * @param commands the device's commands that are not confirmed: a confirmed one is no longer there
 */
export function outcomeOf(
  { call }: Pick<BulkActionStep, 'call'>,
  device: Device | undefined,
  commands: readonly Pick<CommandView, 'call' | 'phase' | 'failure'>[]
): Outcome {
  if (!device) return { state: 'gone' };
  const command = commands.filter((each) => isSame(each.call, call)).at(-1);
  if (!command) return { state: (isDone(call, device) ?? true) ? 'confirmed' : 'superseded' };
  const { phase, failure } = command;
  if (phase === 'failed' && failure) return { state: 'failed', failure };
  return { state: phase === 'unconfirmed' || phase === 'failed' ? 'unconfirmed' : 'underWay' };
}

/** Whether a device is what a call would make of it, or rests beside it; undefined where that is never told. */
export function isDone({ method, params }: BulkActionStep['call'], device: Device): boolean | undefined {
  const expectation = findSendable(device, method)?.prepare(params)?.expect(device);
  if (!expectation) return undefined;
  return expectation.matches(device.params) || (expectation.rest?.matches(device.params) ?? false);
}
