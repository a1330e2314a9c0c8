import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientResult } from '$lib/state/proxy/failure';

/**
 * Reads a resource of a device. `what` is the path below the device's own, such as `actions`. It sends one request; a
 * failure is a value.
 */
export const askDevice = (
  { proxy }: OpenHome,
  id: number,
  what: string,
  signal: AbortSignal
): Promise<ClientResult<unknown>> => proxy.read(`/devices/${id}/${what}`, signal);
