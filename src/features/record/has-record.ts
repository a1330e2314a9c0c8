import type { ProxyClient } from '$lib/state/proxy/proxy-client';

/** Reads whether a home has a record now; undefined if that cannot be read. */
export async function hasRecord(proxy: Pick<ProxyClient, 'call'>): Promise<boolean | undefined> {
  const record = await proxy.call('GET /api/controllers/:id/record');
  return record.ok ? record.value.state === 'on' : undefined;
}
