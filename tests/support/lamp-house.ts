import type { ServerResponse } from 'node:http';
import {
  deviceChanged,
  json,
  refusal,
  silence,
  type Behaviour,
  type ReceivedRequest
} from '../../tools/support/misbehaving-controller';

/** A device as the controller lists it. */
interface Listed {
  readonly id: number;
  readonly name: string;
  room_id: number;
  readonly type: string;
  readonly role?: string;
  readonly interfaces: readonly string[];
  params: Readonly<Record<string, unknown>>;
}

/** Another account of the same controller, which sees lamp 1 alone. */
export const LODGER = 'lodger';

/** The sensor of a lamp's own heat, in another room than the lamp. */
export const HEAT_SENSOR = 900;

/**
 * The behaviour of a controller with lamps that are on: odd ones are in room 1, even ones in room 2. Each command is carried out at once and
 * reported. Device 0 is a lock in room 1. With `hasHeat`, lamp 1 and the sensor of its own heat, device `HEAT_SENSOR`, are of one node. A
 * silent one never lists its devices. The account `LODGER` sees lamp 1 alone.
 */
export function lampHouse(
  count: number,
  { isReporting = true, hasPoll = true, isSilent = false, hasHeat = false } = {}
) {
  const devices = new Map<number, Listed>();
  for (let id = 1; id <= count; id++)
    devices.set(id, {
      id,
      name: `Lamp ${id}`,
      room_id: id % 2 === 1 ? 1 : 2,
      type: 'DevDimmer',
      interfaces: ['SwitchBinary', 'SwitchMultilevel'],
      params: { Status: true, Level: 40, ...(hasHeat && id === 1 && { nodeId: 7 }) }
    });
  if (hasHeat)
    devices.set(HEAT_SENSOR, {
      id: HEAT_SENSOR,
      name: 'Lamp 1 · Heat',
      room_id: 2,
      type: 'DevBinarySensor',
      role: 'BinaryHeatSensor',
      interfaces: ['SensorBinary'],
      params: { Tripped: false, nodeId: 7 }
    });
  devices.set(0, {
    id: 0,
    name: 'Front door',
    room_id: 1,
    type: 'DevDoorLock',
    interfaces: ['DoorLock'],
    params: {}
  });
  /** Ids of the devices that got a command, in order. */
  const received: number[] = [];
  const reports: object[] = [];
  let waiting: {
    readonly response: ServerResponse;
    readonly seen: ReceivedRequest;
    readonly from: number;
  }[] = [];

  function answerPolls() {
    const now = waiting;
    waiting = [];
    for (const { response, seen, from } of now)
      if (reports.length > from) answer(response, seen, from);
      else waiting.push({ response, seen, from });
  }
  const answer = (response: ServerResponse, seen: ReceivedRequest, from: number) =>
    json({ events: reports.slice(from), last: reports.length + 1 })(response, seen);

  /** Answers the polls with an event. */
  function report(event: object) {
    reports.push(event);
    answerPolls();
  }

  /** Sets and reports values of a device. */
  function set(id: number, params: Readonly<Record<string, unknown>>) {
    const device = devices.get(id);
    if (!device) return;
    device.params = { ...device.params, ...params };
    report(deviceChanged(id, params));
  }

  /** Moves a device to another room, and reports it. */
  function move(id: number, room_id: number) {
    const device = devices.get(id);
    if (!device) return;
    device.room_id = room_id;
    report({ ...deviceChanged(id, {}), room_id });
  }

  function carryOut(id: number, body: string) {
    const { method, params = {} } = JSON.parse(body) as { method: string; params?: Record<string, unknown> };
    if (method === 'setStatus') set(id, { Status: params['status'], Level: params['status'] ? 99 : 0 });
    if (method === 'setLevel') set(id, { Level: params['level'], Status: params['level'] !== 0 });
  }

  const listed = ({ headers }: ReceivedRequest) =>
    [...devices.values()].filter(({ id }) => id === 1 || headers.authorization?.includes(LODGER) !== true);

  const behaviours: Record<string, Behaviour> = {
    'POST /auth/login': (response, seen) => {
      const credentials = seen.headers.authorization?.replace('Basic ', '') ?? '';
      const isLodger = Buffer.from(credentials, 'base64').toString().startsWith(LODGER);
      json({ token: isLodger ? LODGER : 'access-1', refresh_token: 'refresh-1' })(response, seen);
    },
    'GET /rooms': json([
      { id: 1, name: 'Hall', section_id: 1 },
      { id: 2, name: 'Kitchen', section_id: 1 }
    ]),
    'GET /devices': isSilent ? silence : (response, seen) => json(listed(seen))(response, seen),
    'GET /poll': !hasPoll
      ? refusal(404)
      : (response, seen) => {
          const from = Number(new URL(seen.url, 'http://box').searchParams.get('last'));
          if (from === 0) {
            json({ events: [], last: reports.length + 1 })(response, seen);
            return;
          }
          waiting.push({ response, seen, from: from - 1 });
          answerPolls();
        }
  };
  for (const id of devices.keys()) {
    behaviours[`GET /devices/${id}`] = (response, seen) => json(devices.get(id))(response, seen);
    behaviours[`POST /devices/${id}/actions`] = (response, seen) => {
      received.push(id);
      json({})(response, seen);
      if (isReporting) carryOut(id, seen.body);
    };
  }
  return { behaviours, received, report, set, move, device: (id: number) => devices.get(id) };
}
