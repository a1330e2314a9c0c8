import { succeed } from '#shared/errors';
import type { Buckets } from '$lib/kinds/history-buckets';
import type { ClientResult } from '$lib/state/proxy/failure';
import type { ProxyClient } from '$lib/state/proxy/proxy-client';
import type { HistorySpan } from './history-span';

/** What the record of a home has of a device in a span, and since when there is a record, in ms since the epoch. */
export interface RecordedSpan {
  readonly span: HistorySpan;
  readonly since: number;
  readonly buckets: Buckets;
}

/** Reads parameters of a device from the record of its home; null if it has none. A failure is a value. */
export async function readRecord(
  proxy: Pick<ProxyClient, 'call'>,
  device: number,
  params: readonly string[],
  span: HistorySpan,
  signal: AbortSignal
): Promise<ClientResult<RecordedSpan | null>> {
  // A refusal in each sheet would be an error in the browser's log.
  const record = await proxy.call('GET /api/controllers/:id/record', { signal });
  if (!record.ok) return record;
  if (record.value.state !== 'on') return succeed(null);
  let since = Infinity;
  let buckets: Buckets = {};
  for (const name of params) {
    const { from, until, count } = span;
    const query = `?devices=${device}&name=${name}&from=${from}&until=${until}&count=${count}`;
    const answer = await proxy.call('GET /api/controllers/:id/record/values', { query, signal });
    if (!answer.ok) return answer.error.code === 'not-found' ? succeed(null) : answer;
    since = answer.value.since;
    buckets = { ...buckets, ...answer.value.devices[device] };
  }
  return succeed({ span, since, buckets });
}
