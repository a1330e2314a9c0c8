import type { BodyOf } from '#shared/routes';
import { askFirst } from '$features/device/ask-first';
import type { DeviceCall } from '$lib/state/commands/command-view';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientFailure } from '$lib/state/proxy/failure';

/** When a timer is due: in so many ms, or at an instant by this clock. */
export type When = { readonly inMs: number } | { readonly at: number; readonly now: number };

type TimerBody = BodyOf<'POST /api/controllers/:id/timers'>;

/** Sets a timer. Resolves with the failure, or null. */
export async function setTimer({ proxy }: OpenHome, body: TimerBody): Promise<ClientFailure | null> {
  const set = await proxy.call('POST /api/controllers/:id/timers', { body });
  return set.ok ? null : set.error;
}

/** Cancels a timer, or removes one that did not act. Resolves with the failure, or null. */
export async function cancelTimer({ proxy }: OpenHome, id: string): Promise<ClientFailure | null> {
  const done = await proxy.call('DELETE /api/controllers/:id/timers/:timer', { at: id });
  // Another screen may have been faster.
  return done.ok || done.error.code === 'not-found' ? null : done.error;
}

/**
 * Does what a timer did not do, and removes it. Asks first where a tap would.
 * @param onend called with the failure, or null; then the timer stays if it has failed
 */
export function actNow(
  home: OpenHome,
  id: string,
  calls: readonly DeviceCall[],
  onend: (failure: ClientFailure | null) => void
): void {
  const act = async () => {
    const refusal = await home.service(HomeCommands).sendBatch(calls).refusal;
    onend(refusal ?? (await cancelTimer(home, id)));
  };
  askFirst(
    home,
    calls.map(({ device, call }) => ({ device: device.id, call })),
    () => void act()
  );
}
