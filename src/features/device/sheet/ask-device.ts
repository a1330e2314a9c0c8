import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientResult } from '$lib/state/connection/failure';
import { fail } from '#shared/errors';

/**
 * Reads a resource of a device. `what` is the path below the device's own, such as `actions`. It sends one request; a
 * failure is a value.
 */
export async function askDevice(
  { session, proxy }: OpenHome,
  id: number,
  what: string,
  signal: AbortSignal
): Promise<ClientResult<unknown>> {
  const { current } = session;
  return current
    ? proxy.read(current.controller.id, `/devices/${id}/${what}`, signal)
    : fail('not-signed-in', 'nobody is signed in');
}
