import type { CommandView } from '$lib/state/commands/command-view';
import { findSendable } from '$lib/state/commands/sendable';
import type { ClientFailure } from '$lib/state/connection/failure';
import type { CommandEntry } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';

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
  /** Nothing was sent: the bulk action was stopped, or it took too long. */
  | { readonly state: 'dropped' };

const NOT_SENT: ClientFailure = { code: 'not-sent', message: 'the proxy has not taken the command' };

/** Whether the command has ended without success. */
export function isUnsuccessful({ state }: Outcome): boolean {
  return state !== 'waiting' && state !== 'underWay' && state !== 'confirmed';
}

/** Whether a retry can help. */
export function isRepeatable(outcome: Outcome): boolean {
  return isUnsuccessful(outcome) && outcome.state !== 'superseded';
}

/**
 * Returns the outcome of a command by the proxy's word.
 * @param device with its present values; undefined if it no longer exists
 */
export function outcomeOf(
  { state, failure, method, params }: CommandEntry,
  device: Device | undefined
): Outcome {
  switch (state) {
    case 'queued':
      return { state: 'waiting' };
    case 'sending':
    case 'accepted':
      return { state: 'underWay' };
    case 'unconfirmed':
      // Its effect can come later, so the present value decides.
      return device && isDone({ method, params }, device) ? { state: 'confirmed' } : { state: 'unconfirmed' };
    case 'failed':
      return { state: 'failed', failure: failure ?? NOT_SENT };
    case 'expired':
    case 'cancelled':
      return { state: 'dropped' };
    default:
      return { state };
  }
}

/**
 * Returns the outcome of a command that the proxy has not named.
 * @param view the command as this page knows it; undefined if it was dismissed
 * @param refusal why the proxy refused the batch, if it did
 */
export function outcomeOfUnnamed(
  view: Pick<CommandView, 'phase' | 'failure'> | undefined,
  refusal: ClientFailure | null
): Outcome {
  const isOver = !view || view.phase === 'failed';
  return isOver ? { state: 'failed', failure: view?.failure ?? refusal ?? NOT_SENT } : { state: 'waiting' };
}

/** Whether a device has reached a call's target, or stopped close to it. */
export function isDone(call: CommandCall, device: Device): boolean {
  const expectation = expectationOf(call, device);
  if (!expectation) return false;
  return expectation.matches(device.params) || (expectation.rest?.matches(device.params) ?? false);
}

/** How far a device's value is from a call's target, 0 if it has reached it. Undefined if that cannot be computed. */
export function distanceLeft(call: CommandCall, device: Device): number | undefined {
  return isDone(call, device) ? 0 : expectationOf(call, device)?.distance(device.params);
}

const expectationOf = ({ method, params }: CommandCall, device: Device) =>
  findSendable(device, method)?.prepare(params)?.expect(device);
