import { isRecord, NO_ROOM_NAME } from '#shared/home';
import { decodeHistory } from '#shared/history';
import type { Interface, Mark } from '#shared/interfaces/interface';
import { INTERFACES } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';
import { decodeMethods } from '#shared/methods';
import { decodeTokens } from '../../proxy/controllers/renewal';
import { at, bodyOf, devicesOf, eventsOf, isGood, paramOf, recordsOf, roomsOf, textsOf } from './read';
import type { Call, Seen } from './seen';

/**
 * Whether a fact holds, with a reason that reveals nothing about the home; null if there was nothing to
 * observe.
 */
export type Verdict = { readonly held: boolean; readonly because: string } | null;

/** A statement about controllers: documented, observed or assumed. */
export interface Fact {
  readonly mark: Mark;
  readonly says: string;
  readonly judge: (seen: Seen) => Verdict;
}

const fact = (mark: Mark, says: string, judge: (seen: Seen) => Verdict): Fact => ({ mark, says, judge });

/** A verdict, or null if there was nothing to observe. */
const when = (isSeen: boolean, held: boolean, because: string): Verdict =>
  isSeen ? { held, because } : null;

const statusOf = (call: Call | undefined) => (call?.status == null ? 'no answer' : `status ${call.status}`);

/** The call returns a 2xx with a matching body. */
const answers = (mark: Mark, name: string, says: string, fits: (body: unknown) => boolean): Fact =>
  fact(mark, `${name}: ${says}`, ({ calls }) => {
    const call = calls.get(name);
    return when(call !== undefined, isGood(call) && fits(call?.body), statusOf(call));
  });

/** All values of a parameter match. */
const allAre = (mark: Mark, name: string, says: string, fits: (value: unknown) => boolean): Fact =>
  fact(mark, `${name} is ${says}`, (seen) => {
    const values = paramOf(seen, name);
    const odd = values.filter((value) => !fits(value)).length;
    return when(values.length > 0, odd === 0, `${values.length} values, ${odd} of them different`);
  });

/** At least one device has the field. */
const devicesHave = (mark: Mark, name: string, type: string): Fact =>
  fact(mark, `devices have \`${name}\` (${type})`, (seen) => {
    const devices = devicesOf(seen);
    const having = devices.filter((device) => typeof device[name] === type).length;
    return when(devices.length > 0, having > 0, `${having} of ${devices.length}`);
  });

const isError = (body: unknown) =>
  typeof at(body, 'errorMessage') === 'string' && typeof at(body, 'errorCode') === 'number';
const refused = ({ calls }: Seen) =>
  [...calls.values()].filter(({ status }) => status !== null && status >= 400);
const isNumber = (value: unknown) => typeof value === 'number';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isList = (key: string) => (body: unknown) => recordsOf(body, key).length > 0;
const nothingHappened = ({ polls }: Seen) =>
  polls.filter((call) => isGood(call) && recordsOf(at(call.body, 'events'), 'events').length === 0);

const TYPES =
  'DevGateway DevSwitch DevDimmer DevShutter DevSwitchMultilevel DevBinarySensor DevTemperature DevHygrometry DevLuminosity DevGenericSensor DevThermostat DecDimmerColor DevUnknown';

/**
 * Devices with an interface accept its methods. Taken from the controller's own lists of actions; no command
 * is sent.
 */
const takes = ({ name, commands }: Interface): Fact[] =>
  commands.map(({ method, mark }) =>
    fact(mark, `${name} takes ${method}`, (seen) => {
      const devices = devicesOf(seen).filter(({ interfaces }) => namesOf(interfaces).includes(name));
      const lists = devices.flatMap(({ actions }) => decodeMethods(actions) ?? []);
      const listing = lists.filter((methods) => methods.has(method)).length;
      return when(lists.length > 0, listing > 0, `listed by ${listing} of ${lists.length} devices`);
    })
  );

/** Interface names without spaces. */
const namesOf = (interfaces: unknown) => textsOf(interfaces).map((name) => name.replace(/\s/g, ''));

const ROLES =
  'BinaryMotionSensor BinarySmokeSensor BinaryDoorSensor BinaryWindowSensor BinaryLeakingSensor BinaryGenericSensor';

/** All facts that the code relies on, in the order of the controller document. */
export const FACTS: readonly Fact[] = [
  fact('D', 'it answers to the word CONTROLLER_DETECT', ({ searches: [first] }) =>
    when(
      first !== undefined,
      isRecord(first?.reply),
      isRecord(first?.reply) ? 'a reply came' : 'no reply came'
    )
  ),
  fact('O', 'it answers to another word that is known', ({ searches: [, ...others] }) =>
    when(
      others.length > 0,
      others.some(({ reply }) => isRecord(reply)),
      others.some(({ reply }) => isRecord(reply)) ? 'a reply came' : 'no reply came'
    )
  ),
  fact('D', 'a search is answered with name, ip and mac', ({ searches }) => {
    const replies = searches.map(({ reply }) => reply).filter(isRecord);
    const isWhole = replies.every((reply) =>
      ['name', 'ip', 'mac'].every((key) => typeof reply[key] === 'string')
    );
    return when(replies.length > 0, isWhole, `${replies.length} replies`);
  }),
  answers('D', 'POST /auth/login', 'Basic gives an access token', (body) => decodeTokens(body) !== null),
  answers('O', 'POST /auth/login', 'the reply has `success: true`', (body) => at(body, 'success') === true),
  answers('O', 'POST /auth/login', 'the fields are `token` and `refresh_token`', (body) =>
    ['token', 'refresh_token'].every((key) => typeof at(body, key) === 'string')
  ),
  fact('O', 'an unknown access token is a 401 with the error body', ({ calls }) => {
    const call = calls.get('GET /info with an unknown token');
    const hasBody = isError(call?.body);
    return when(
      call !== undefined,
      call?.status === 401 && hasBody,
      `${statusOf(call)}, ${hasBody ? 'with' : 'without'} the body`
    );
  }),
  fact('O', 'a refresh token gives a new access token, without Authorization', ({ renewals: [first] }) =>
    when(first !== undefined, isGood(first) && decodeTokens(first?.body) !== null, statusOf(first))
  ),
  fact('A', 'a refresh token can be used once: a second use is refused', ({ renewals: [, second] }) =>
    when(second !== undefined, !isGood(second), isGood(second) ? 'it can be used again' : statusOf(second))
  ),
  fact('A', 'tokens survive a restart of the controller', ({ afterRestart }) =>
    when(afterRestart !== null, isGood(afterRestart ?? undefined), statusOf(afterRestart ?? undefined))
  ),
  answers(
    'O',
    'GET /info',
    '`id` and `name`',
    (body) => at(body, 'id') !== undefined && typeof at(body, 'name') === 'string'
  ),
  answers('O', 'GET /system', 'an object', isRecord),
  answers('O', 'GET /home', 'the structure under `home`', (body) => isRecord(at(body, 'home'))),
  answers('O', 'GET /sections', 'a list', isList('sections')),
  answers('O', 'GET /rooms', 'a list', isList('rooms')),
  answers('O', 'GET /devices', 'a list, with all four query keys', isList('devices')),
  answers('D', 'GET /sections/:id', 'the section', (body) => isNumber(at(body, 'id'))),
  answers('A', 'GET /rooms/:id', 'the room', (body) => isNumber(at(body, 'id'))),
  answers('O', 'GET /devices/:id', 'the device', (body) => isNumber(at(body, 'id'))),
  fact('O', 'a room named NAME_ROOM_NONE stands for no room', (seen) => {
    const rooms = roomsOf(seen);
    const isThere = rooms.some(({ name }) => name === NO_ROOM_NAME);
    return when(rooms.length > 0, isThere, isThere ? 'it is there' : 'it is not there');
  }),
  fact('O', 'rooms have `main_devices` with three sensors', (seen) => {
    const mains = roomsOf(seen).filter(({ main_devices }) => isRecord(main_devices)).length;
    return when(roomsOf(seen).length > 0, mains > 0, `${mains} of ${roomsOf(seen).length}`);
  }),
  fact('D', 'rooms have the three sensors as their own fields', (seen) => {
    const having = roomsOf(seen).filter((room) => 'temperature_sensor' in room).length;
    return when(roomsOf(seen).length > 0, having > 0, `${having} of ${roomsOf(seen).length}`);
  }),
  fact('D', 'every type of device is documented', (seen) => {
    const types = devicesOf(seen).map(({ type }) => type);
    const others = types.filter((type) => !TYPES.split(' ').includes(String(type))).length;
    return when(types.length > 0, others === 0, `${others} of ${types.length} are of other types`);
  }),
  fact('A', 'interface names have no spaces', (seen) => {
    const names = devicesOf(seen).flatMap(({ interfaces }) => textsOf(interfaces));
    const spaced = names.filter((name) => /\s/.test(name)).length;
    return when(names.length > 0, spaced === 0, `${spaced} of ${names.length} have one`);
  }),
  fact('O', 'every interface is known', (seen) => {
    const names = devicesOf(seen).flatMap(({ interfaces }) => textsOf(interfaces));
    const others = names.filter((name) => !INTERFACES.has(name.replace(/\s/g, ''))).length;
    return when(names.length > 0, others === 0, `${others} of ${names.length} are others`);
  }),
  devicesHave('O', 'alive', 'boolean'),
  devicesHave('O', 'last_online', 'number'),
  devicesHave('O', 'favorite', 'boolean'),
  allAre('D', 'Status', 'true or false', isFlag),
  allAre(
    'D',
    'Level',
    'a number from 0 to 99',
    (value) => typeof value === 'number' && value >= 0 && value <= 99
  ),
  allAre('D', 'Tripped', 'true or false', isFlag),
  allAre('D', 'Value', 'a number', isNumber),
  allAre('O', 'sensorType', 'one of the observed values', (value) =>
    ['Temperature', 'Humidity', 'Luminance', 'Power', 'AirTemperature', 'Luminosity'].includes(String(value))
  ),
  allAre('O', 'valueScale', 'one of the observed values', (value) =>
    ['Celcius', 'Celsius', 'PercentageValue'].includes(String(value))
  ),
  fact('O', 'roles are among the observed ones', (seen) => {
    const roles = devicesOf(seen).flatMap(({ role }) =>
      typeof role === 'string' && role !== '' ? [role] : []
    );
    const others = roles.filter((role) => !ROLES.split(' ').includes(role)).length;
    return when(roles.length > 0, others === 0, `${others} of ${roles.length} are others`);
  }),
  fact('O', 'devices of several parts have a root and endpoints', (seen) => {
    const names = devicesOf(seen).flatMap(({ interfaces }) => namesOf(interfaces));
    const has = (name: string) => names.includes(name);
    const isSeen = names.some((name) => name.startsWith('Multichannel'));
    const hasRoot = has('MultichannelRoot') || has('ParentDevice');
    return when(
      isSeen,
      hasRoot && has('MultichannelEndpoint'),
      hasRoot ? 'there is a root' : 'there is no root'
    );
  }),
  fact('O', 'some devices name rooms that do not exist', (seen) => {
    const rooms = roomsOf(seen).map(({ id }) => id);
    const lost = devicesOf(seen).filter(({ room_id }) => room_id != null && !rooms.includes(room_id)).length;
    return when(devicesOf(seen).length > 0, lost > 0, `${lost} devices`);
  }),
  allAre(
    'O',
    'availableModes',
    'a list of strings',
    (value) => Array.isArray(value) && textsOf(value).length === value.length
  ),
  allAre(
    'O',
    'currentSetpoints',
    'an object from mode to degrees',
    (value) => isRecord(value) && Object.values(value).every(isNumber)
  ),
  allAre('O', 'currentState', 'Idle, Heating or Cooling', (value) =>
    ['Idle', 'Heating', 'Cooling'].includes(String(value))
  ),
  allAre(
    'A',
    'currentComponentValues',
    'an object of numbers up to 255',
    (value) =>
      isRecord(value) && Object.values(value).every((part) => typeof part === 'number' && part <= 255)
  ),
  fact('O', 'a door lock has the type DevDoorLock', (seen) => {
    const locks = devicesOf(seen).filter(({ type, interfaces }) =>
      isLock({ type: String(type), interfaces: textsOf(interfaces) })
    );
    const typed = locks.filter(({ type }) => type === 'DevDoorLock').length;
    return when(locks.length > 0, typed === locks.length, `${typed} of ${locks.length}`);
  }),
  answers(
    'A',
    'GET /devices/:id/actions',
    'the methods that a device accepts',
    (body) => decodeMethods(body) !== null
  ),
  answers(
    'A',
    'GET /devices/:id/parameter-history',
    'rows with a time and a value',
    (body) => decodeHistory(body) !== null
  ),
  fact('O', 'there is a long poll at GET /poll?last=0', ({ polls: [first] }) =>
    when(
      first !== undefined,
      isGood(first) || first?.isHeld === true,
      first?.isHeld ? 'it was held' : statusOf(first)
    )
  ),
  fact('A', 'a poll without `last` is accepted', (seen) => {
    const call = seen.calls.get('GET /poll without last');
    const isThere = isGood(seen.polls[0]) || seen.polls[0]?.isHeld === true;
    return when(
      isThere && call !== undefined,
      isGood(call) || call?.isHeld === true,
      call?.isHeld ? 'it was held' : statusOf(call)
    );
  }),
  fact('O', 'a reply with events has `last`', ({ polls }) => {
    const replies = polls.filter(({ body }) => recordsOf(at(body, 'events'), 'events').length > 0);
    const having = replies.filter(({ body }) => isNumber(at(body, 'last'))).length;
    return when(replies.length > 0, having === replies.length, `${having} of ${replies.length}`);
  }),
  fact('O', 'a reply without events has `last`, too', (seen) => {
    const replies = nothingHappened(seen);
    const having = replies.filter(({ body }) => isNumber(at(body, 'last'))).length;
    return when(replies.length > 0, having === replies.length, `${having} of ${replies.length}`);
  }),
  fact('O', 'events are DeviceChanged, DeviceListChanged or ActionStatusReport', (seen) => {
    const types = eventsOf(seen).map(({ type }) => String(type));
    const others = types.filter(
      (type) => !['DeviceChanged', 'DeviceListChanged', 'ActionStatusReport'].includes(type)
    ).length;
    return when(types.length > 0, others === 0, `${others} of ${types.length} are others`);
  }),
  fact('O', 'DeviceChanged has a list of {name, old_value, new_value}', (seen) => {
    const params = eventsOf(seen)
      .filter(({ type }) => type === 'DeviceChanged')
      .flatMap((event) => recordsOf(event['params'], 'params'));
    const good = params.filter(
      (param) => 'name' in param && 'new_value' in param && 'old_value' in param
    ).length;
    return when(params.length > 0, good === params.length, `${good} of ${params.length}`);
  }),
  fact('O', 'a command is accepted with a 2xx', ({ own }) =>
    when(own !== null, isGood(own?.call), statusOf(own?.call))
  ),
  fact('A', 'an event reports the probe’s own command at once', ({ own }) => {
    if (own === null) return null;
    const { eventMs } = own;
    const because =
      eventMs === null ? 'never, in 8 s' : eventMs < 2_000 ? 'at once' : `late: after ${eventMs} ms`;
    return { held: eventMs !== null && eventMs < 2_000, because };
  }),
  fact('O', 'a device that is read back after 1.5 s shows the effect of the command', ({ own }) =>
    when(own !== null, own?.isReadBack === true, own?.isReadBack ? 'it does' : 'it does not')
  ),
  fact('D', 'every error has errorMessage and errorCode', (seen) => {
    const errors = refused(seen);
    const good = errors.filter(({ body }) => isError(body)).length;
    return when(errors.length > 0, good === errors.length, `${good} of ${errors.length}`);
  }),
  ...[...INTERFACES.values()].flatMap(takes),
  fact('O', 'list replies are objects with the list under its name', (seen) => {
    const bodies = ['sections', 'rooms', 'devices']
      .map((key) => bodyOf(seen, `GET /${key}`))
      .filter((body) => body !== undefined);
    return when(
      bodies.length > 0,
      bodies.every(isRecord),
      bodies.every(Array.isArray) ? 'bare lists' : 'objects'
    );
  })
];
