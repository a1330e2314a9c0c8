import type { ClientFailure } from '$lib/state/connection/failure';
import type { CommandView } from '$lib/state/commands/commands.svelte';
import { findSendable } from '$lib/state/commands/sendable';
import { isSame } from '#shared/changes';
import type { Device } from '#shared/home';
import type { BulkActionStep } from './plan';

/** The state of one device's command in a bulk action. */
export type Outcome =
  /** Not sent yet. */
  | { readonly state: 'waiting' }
  /** Sent; the effect is not reported yet. */
  | { readonly state: 'underWay' }
  /** The device has reported the effect; for a command without a reported effect, the controller has accepted it. */
  | { readonly state: 'confirmed' }
  /** Sent; the device has not reported the effect in time. */
  | { readonly state: 'unconfirmed' }
  | { readonly state: 'failed'; readonly failure: ClientFailure }
  /** A newer command to the device replaced it. */
  | { readonly state: 'superseded' }
  /** The device was dead before its turn: nothing was sent. */
  | { readonly state: 'dead' }
  /** The device does not exist any more. */
  | { readonly state: 'gone' }
  /** The bulk action ended before its turn: nothing was sent. */
  | { readonly state: 'dropped' };

/** Whether the outcome is final: only a retry changes it. */
export function isFinal({ state }: Outcome): boolean {
  return ['confirmed', 'superseded', 'dead', 'gone', 'dropped'].includes(state);
}

/** Whether the command has ended without success. */
export function isUnsuccessful({ state }: Outcome): boolean {
  return state !== 'waiting' && state !== 'underWay' && state !== 'confirmed';
}

/** Whether a retry can help. */
export function isRepeatable(outcome: Outcome): boolean {
  return isUnsuccessful(outcome) && outcome.state !== 'gone' && outcome.state !== 'superseded';
}

/**
 * Returns the outcome of a step that was sent.
 * @param device with its confirmed values; undefined if it no longer exists
 * @param commands the device's commands that are not confirmed yet
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

/** Whether a device has reached a call's target, or stopped close to it; undefined if the effect cannot be observed. */
export function isDone({ method, params }: BulkActionStep['call'], device: Device): boolean | undefined {
  const expectation = findSendable(device, method)?.prepare(params)?.expect(device);
  if (!expectation) return undefined;
  return expectation.matches(device.params) || (expectation.rest?.matches(device.params) ?? false);
}
