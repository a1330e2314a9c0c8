import type { Clock } from '#shared/clock';
import { succeed } from '#shared/errors';
import type { Device, Home, Room, Section } from '#shared/home';
import { decodeDevice, decodeSection, HOME_LISTS } from '#shared/home-schema';
import type { ControllerClient } from '../../controllers/client';
import type { Request } from '../../controllers/exchange';
import { failCall, isAbsent, type CallResult, type CallFailure } from '../../controllers/failure';
import { readList } from '../../controllers/home-lists';
import type { WatchedHome } from './watched-home';

/** Maximum length of a device that is read alone, in bytes: twenty are read at the same time. */
const MAX_DEVICE_BYTES = 256 * 1024;

/** Maximum number of sections that are read one by one. */
const MAX_SECTIONS = 200;

/** `GET /devices/:id` [O]; `controller-malformed` if the answer is not that device. */
export async function readDevice(
  client: ControllerClient,
  id: number,
  options: Pick<Request, 'signal' | 'timeoutMs'>
): Promise<CallResult<Device>> {
  const answer = await client.read(`/devices/${id}`, { ...options, maxBytes: MAX_DEVICE_BYTES });
  if (!answer.ok) return answer;
  const device = decodeDevice(answer.value);
  return device?.id === id
    ? succeed(device)
    : failCall('controller-malformed', `There is no device in /devices/${id}.`);
}

/** Without a list of sections: reads each section that the rooms name by the documented `GET /sections/:id` (4.1) [D]. */
async function readNamed(
  client: ControllerClient,
  rooms: readonly Room[],
  signal: AbortSignal
): Promise<CallResult<readonly Section[]>> {
  const ids = new Set(rooms.flatMap(({ section_id }) => (section_id === null ? [] : [section_id])));
  const sections: Section[] = [];
  for (const id of [...ids].slice(0, MAX_SECTIONS)) {
    const answer = await client.read(`/sections/${id}`, { signal });
    if (!answer.ok && !isAbsent(answer.error)) return answer;
    const section = answer.ok ? decodeSection(answer.value) : null;
    if (section) sections.push(section);
  }
  return succeed(sections);
}

/** Maximum number of devices that are read each by itself. If there are more, the whole list is read. */
const MAX_SINGLE_READS = 20;

/** Why a home could not be read again; undefined if it was. */
type Refresh = Promise<CallFailure | undefined>;

/** A watched home and where to read it. */
export interface RefreshDeps {
  readonly home: WatchedHome;
  readonly client: ControllerClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads sections, rooms and devices. The devices, which change most often, are requested last, after `onDevices`: see `syncByPoll` in
 * `follow.ts` for the reason.
 */
export async function refreshAll(deps: RefreshDeps, onDevices?: () => void): Refresh {
  const { client, signal } = deps;
  const read = (path: string) => client.read(path, { signal });
  const [rooms, listed] = await Promise.all([
    readList(read, HOME_LISTS.rooms),
    readList(read, HOME_LISTS.sections)
  ]);
  if (!rooms.ok) return rooms.error;
  const sections =
    listed.ok || !isAbsent(listed.error) ? listed : await readNamed(client, rooms.value, signal);
  if (!sections.ok) return sections.error;
  onDevices?.();
  return refreshDevices(deps, { sections: sections.value, rooms: rooms.value });
}

/** Reads the list of devices, `GET /devices` [O]. Sections and rooms stay as they are, or become those that were read before. */
export async function refreshDevices(
  { home, client, clock, signal }: RefreshDeps,
  lists?: Omit<Home, 'devices'>
): Refresh {
  const since = clock.monotonic();
  const devices = await readList((path) => client.read(path, { signal }), HOME_LISTS.devices);
  if (!devices.ok) return devices.error;
  home.applySnapshot({ ...(lists ?? home.journal.home), devices: devices.value }, since);
  return undefined;
}

/**
 * Reads these devices, each by itself and all at once. If there are many, or if one of them cannot be read or applied alone, it reads the
 * list of all devices.
 */
export async function refreshNamed(deps: RefreshDeps, ids: readonly number[]): Refresh {
  const { home, client, signal } = deps;
  const known = [...new Set(ids)].filter((id) => home.journal.device(id));
  if (known.length > MAX_SINGLE_READS) return refreshDevices(deps);
  const reads = await Promise.all(known.map((id) => readDevice(client, id, { signal })));
  const areTaken = reads.map((read) => read.ok && home.applyDevice(read.value));
  return areTaken.every(Boolean) ? undefined : refreshDevices(deps);
}
