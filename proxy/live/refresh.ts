import type { Clock } from '#shared/clock';
import type { ControllerClient } from '../controllers/client';
import type { CallFailure } from '../controllers/failure';
import { fetchHome, readDevice, readDevices } from './home-reader';
import type { WatchedHome } from './watched-home';

/** Maximum number of devices that are read each by itself. If there are more, the whole list is read. */
const MAX_SINGLE_READS = 20;

/** A watched home and where to read it. */
export interface RefreshDeps {
  readonly home: WatchedHome;
  readonly client: ControllerClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads sections, rooms and devices. `onDevices` is called when the devices are requested, which are the last. */
export async function refreshAll(
  { home, client, clock, signal }: RefreshDeps,
  onDevices?: () => void
): Promise<CallFailure | undefined> {
  const since = clock.monotonic();
  const read = await fetchHome(client, signal, onDevices);
  if (!read.ok) return read.error;
  home.applySnapshot(read.value, since);
  return undefined;
}

/** Reads the list of devices. */
export async function refreshDevices({
  home,
  client,
  clock,
  signal
}: RefreshDeps): Promise<CallFailure | undefined> {
  const since = clock.monotonic();
  const devices = await readDevices(client, signal);
  if (!devices.ok) return devices.error;
  home.applySnapshot({ ...home.journal.home, devices: devices.value }, since);
  return undefined;
}

/**
 * Reads these devices, each by itself and all at once. If there are many, or if one of them cannot be read or applied alone, it reads the
 * list of all devices.
 */
export async function refreshNamed(
  deps: RefreshDeps,
  ids: readonly number[]
): Promise<CallFailure | undefined> {
  const { home, client, signal } = deps;
  const known = [...new Set(ids)].filter((id) => home.journal.has(id));
  if (known.length > MAX_SINGLE_READS) return refreshDevices(deps);
  const reads = await Promise.all(known.map((id) => readDevice(client, id, { signal })));
  const areTaken = reads.map((read) => read.ok && home.applyDevice(read.value));
  return areTaken.every(Boolean) ? undefined : refreshDevices(deps);
}
