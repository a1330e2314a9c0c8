import { MAX_ROOM_NAME_LENGTH } from '#shared/alarms';
import { NO_ROOM_NAME, type Device } from '#shared/home';
import { arrangeDevice } from '#shared/layout';
import { meaningOf } from '#shared/meaning';
import { actuatorsOf, NODE_FAULTS } from '#shared/node-faults';
import { readableText } from '#shared/readable-text';
import type { Layouts } from '../layouts/layouts';
import type { WatchedHome } from '../live/watched-home';
import type { StoredAlarm } from './stored-alarms';

/** A device as its home has it. */
export interface DeviceOfHome {
  readonly controller: string;
  readonly home: WatchedHome;
  readonly device: Device;
}

/** Where an alarm is, as the household calls it. */
export type AlarmPlace = Pick<StoredAlarm, 'room' | 'roomName' | 'name' | 'why'>;

/** The kinds whose messages say the name of their device: somebody has to look after that one. */
const NAMED: readonly StoredAlarm['kind'][] = ['unguarded', ...NODE_FAULTS];

/** Where an alarm of a device is; nowhere for none. */
export function placeOf(
  of: DeviceOfHome | undefined,
  kind: StoredAlarm['kind'],
  layouts: Pick<Layouts, 'get'>
): AlarmPlace {
  if (!of) return { room: null, roomName: null };
  const { controller, home, device } = of;
  // A sensor of a node's own heat is not what people know.
  const named = actuatorsOf(device, home.journal.home.devices)[0] ?? device;
  const name = NAMED.includes(kind) && arrangeDevice(named, layouts.get(controller)).name;
  return {
    room: device.room_id,
    roomName: roomNameOf(of, layouts),
    ...(name !== false && { name: shortName(name) ?? '' }),
    ...(kind === 'unguarded' && { why: whyUnguarded(device) })
  };
}

function whyUnguarded(device: Device): NonNullable<StoredAlarm['why']> {
  if (!device.alive) return 'silent';
  return meaningOf(device).nature === 'opening' ? 'open' : 'tripped';
}

/** The name of a device's room; null for none. */
export function roomNameOf(
  { controller, home, device }: DeviceOfHome,
  layouts: Pick<Layouts, 'get'>
): string | null {
  const { rooms } = home.journal.home;
  const room = rooms.find(({ id, name }) => id === device.room_id && name !== NO_ROOM_NAME);
  return room ? shortName(layouts.get(controller).rooms[room.id]?.name ?? room.name) : null;
}

/** A name as messages tell it; null for an empty one. */
function shortName(name: string): string | null {
  const text = readableText(name.trim());
  return text === '' ? null : Array.from(text).slice(0, MAX_ROOM_NAME_LENGTH).join('');
}
