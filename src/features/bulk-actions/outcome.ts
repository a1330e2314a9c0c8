import { isOpen, waitsForWakeUp, type CommandEntry } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import type { CommandView } from '$lib/state/commands/command-view';
import { expectationOf, isReached } from '$lib/state/commands/sendable';
import type { ClientFailure } from '$lib/state/proxy/failure';

/** The state of one device's command in a bulk action. */
export type Outcome =
  /** Not sent yet. */
  | { readonly state: 'waiting' }
  /** Sent; the effect is not reported yet. */
  | { readonly state: 'underWay' }
  /** The controller has it, and its device sleeps: nothing happens until the device wakes up. */
  | { readonly state: 'asleep' }
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

/** Why a command failed that is remembered without its reason. */
const REFUSED: ClientFailure = { code: 'controller-refused', message: 'the reason is not known' };

/** Whether the command has ended without success. */
export function isUnsuccessful({ state }: Outcome): boolean {
  return !isUnderWay({ state }) && state !== 'asleep' && state !== 'confirmed';
}

/** Whether something is still to be sent or to be reported soon. A device that sleeps holds nobody up. */
export const isUnderWay = ({ state }: Pick<Outcome, 'state'>): boolean =>
  state === 'waiting' || state === 'underWay';

/**
 * Returns the outcome of a command by the proxy's word. Once it has ended, its device decides: one that is as the command
 * wants it is done, however the command ended.
 * @param device with its present values; undefined if it no longer exists, or its values are not those of the end
 */
export function outcomeOf(
  entry: Pick<CommandEntry, 'state' | 'failure' | 'method' | 'params' | 'progress'>,
  device?: Device
): Outcome {
  const { state, failure, method, params } = entry;
  if (state === 'queued') return { state: 'waiting' };
  if (waitsForWakeUp(entry)) return { state: 'asleep' };
  if (isOpen(state)) return { state: 'underWay' };
  if (device && isReached(device, { method, params })) return { state: 'confirmed' };
  if (state === 'failed') return { state, failure: failure ?? REFUSED };
  return state === 'confirmed' || state === 'unconfirmed' || state === 'superseded'
    ? { state }
    : { state: 'dropped' };
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

/** The outcome of all commands of one device. */
export interface DeviceOutcome {
  readonly device: number;
  readonly outcome: Outcome;
}

/**
 * Returns one outcome a device: of its commands the first that has not ended, else the first that did not succeed, else one that waits for
 * it to wake up.
 */
export const outcomesOfDevices = (commands: readonly DeviceOutcome[]): readonly DeviceOutcome[] =>
  [...new Set(commands.map(({ device }) => device))].flatMap((device) => {
    const own = commands.filter((each) => each.device === device);
    const first = (state: Outcome['state']) => own.find(({ outcome }) => outcome.state === state);
    const unsuccessful = own.find(({ outcome }) => isUnsuccessful(outcome));
    return first('waiting') ?? first('underWay') ?? unsuccessful ?? first('asleep') ?? own[0] ?? [];
  });

/** How far a device's value is from a call's target, 0 if it has reached it. Undefined if that cannot be computed. */
export const distanceLeft = (call: CommandCall, device: Device): number | undefined =>
  isReached(device, call) ? 0 : expectationOf(device, call)?.distance(device.params);
