import { decodeHistory } from '#shared/history';
import { isRecord, NO_ROOM_NAME } from '#shared/home';
import type { Command, Mark } from '#shared/interfaces/interface';
import { INTERFACES } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';
import { decodeMethods } from '#shared/methods';
import { decodeTokens } from '../../proxy/server/controllers/renewal';
import { at, bodyOf, devicesOf, eventsOf, isGood, paramOf, recordsOf, roomsOf, textsOf } from './read';
import type { Call, Search, Seen } from './seen';

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

/** One of these searches is answered. */
const isFound = (mark: Mark, says: string, of: (searches: readonly Search[]) => readonly Search[]): Fact =>
  fact(mark, says, ({ searches }) => {
    const isAnswered = of(searches).some(({ reply }) => isRecord(reply));
    return when(of(searches).length > 0, isAnswered, isAnswered ? 'a reply came' : 'no reply came');
  });

/** The call returns a 2xx with a matching body. */
const answers = (mark: Mark, name: string, says: string, fits: (body: unknown) => boolean): Fact =>
  fact(mark, `${name}: ${says}`, ({ calls }) => {
    const call = calls.get(name);
    return when(call !== undefined, isGood(call) && fits(call?.body), statusOf(call));
  });

/** Entries that a controller sent, and which of them fit a fact. */
interface Counted<Entry> {
  readonly of: (seen: Seen) => readonly Entry[];
  readonly fits: (entry: Entry, seen: Seen) => boolean;
}

const counted = <Entry>(
  mark: Mark,
  says: string,
  { of, fits }: Counted<Entry>,
  isEnough: (fitting: number, all: number) => boolean
): Fact =>
  fact(mark, says, (seen) => {
    const entries = of(seen);
    const fitting = entries.filter((entry) => fits(entry, seen)).length;
    const isHeld = isEnough(fitting, entries.length);
    return when(entries.length > 0, isHeld, `${fitting} of ${entries.length}`);
  });

/** All entries of a list fit. */
const every = <Entry>(mark: Mark, says: string, entries: Counted<Entry>): Fact =>
  counted(mark, says, entries, (fitting, all) => fitting === all);

/** At least one entry of a list fits. */
const some = <Entry>(mark: Mark, says: string, entries: Counted<Entry>): Fact =>
  counted(mark, says, entries, (fitting) => fitting > 0);

/** All values of a parameter match. */
const allAre = (mark: Mark, name: string, says: string, fits: (value: unknown) => boolean): Fact =>
  every(mark, `${name} is ${says}`, { of: (seen) => paramOf(seen, name), fits });

/** All values of a parameter are among these. */
const allAreOf = (mark: Mark, name: string, says: string, values: readonly unknown[]): Fact =>
  allAre(mark, name, says, (value) => values.includes(value));

/** At least one device has the field. */
const devicesHave = (mark: Mark, name: string, type: string): Fact =>
  some(mark, `devices have \`${name}\` (${type})`, {
    of: devicesOf,
    fits: (device) => typeof device[name] === type
  });

const isError = (body: unknown) =>
  typeof at(body, 'errorMessage') === 'string' && typeof at(body, 'errorCode') === 'number';
const isNumber = (value: unknown) => typeof value === 'number';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isList = (key: string) => (body: unknown) => recordsOf(body, key).length > 0;
const hasEvents = ({ body }: Call) => recordsOf(at(body, 'events'), 'events').length > 0;
const hasLast = ({ body }: Call) => isNumber(at(body, 'last'));
const interfacesOf = (seen: Seen) => devicesOf(seen).flatMap(({ interfaces }) => textsOf(interfaces));

const TYPES =
  'DevGateway DevSwitch DevDimmer DevShutter DevSwitchMultilevel DevBinarySensor DevTemperature DevHygrometry DevLuminosity DevGenericSensor DevThermostat DecDimmerColor DevUnknown';

/**
 * Devices with an interface accept its methods. Taken from the controller's own lists of actions; no command
 * is sent.
 */
const takes = ([name, commands]: readonly [string, readonly Command[]]): Fact[] =>
  commands.map(({ method, mark }) =>
    some(mark, `${name} takes ${method}`, {
      of: (seen) =>
        devicesOf(seen)
          .filter(({ interfaces }) => namesOf(interfaces).includes(name))
          .flatMap(({ actions }) => decodeMethods(actions) ?? []),
      fits: (methods) => methods.has(method)
    })
  );

/** Interface names without spaces. */
const namesOf = (interfaces: unknown) => textsOf(interfaces).map((name) => name.replace(/\s/g, ''));

const ROLES =
  'BinaryMotionSensor BinarySmokeSensor BinaryDoorSensor BinaryWindowSensor BinaryLeakingSensor BinaryGenericSensor';

/** All facts that the code relies on, in the order of the controller document. */
export const FACTS: readonly Fact[] = [
  isFound('D', 'it answers to the word CONTROLLER_DETECT', ([first]) => (first ? [first] : [])),
  isFound('O', 'it answers to another word that is known', ([, ...others]) => others),
  every('D', 'a search is answered with name, ip and mac', {
    of: ({ searches }) => searches.map(({ reply }) => reply).filter(isRecord),
    fits: (reply) => ['name', 'ip', 'mac'].every((key) => typeof reply[key] === 'string')
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
  some('O', 'rooms have `main_devices` with three sensors', {
    of: roomsOf,
    fits: ({ main_devices }) => isRecord(main_devices)
  }),
  some('D', 'rooms have the three sensors as their own fields', {
    of: roomsOf,
    fits: (room) => 'temperature_sensor' in room
  }),
  every('D', 'every type of device is documented', {
    of: devicesOf,
    fits: ({ type }) => TYPES.split(' ').includes(String(type))
  }),
  every('A', 'interface names have no spaces', { of: interfacesOf, fits: (name) => !/\s/.test(name) }),
  every('O', 'every interface is known', {
    of: interfacesOf,
    fits: (name) => INTERFACES.has(name.replace(/\s/g, ''))
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
  allAreOf('O', 'sensorType', 'one of the observed values', [
    'Temperature',
    'Humidity',
    'Luminance',
    'Power',
    'AirTemperature',
    'Luminosity'
  ]),
  allAreOf('O', 'valueScale', 'one of the observed values', ['Celcius', 'Celsius', 'PercentageValue']),
  every('O', 'roles are among the observed ones', {
    of: (seen) => textsOf(devicesOf(seen).map(({ role }) => role)).filter((role) => role !== ''),
    fits: (role) => ROLES.split(' ').includes(role)
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
  some('O', 'some devices name rooms that do not exist', {
    of: devicesOf,
    fits: ({ room_id }, seen) => room_id != null && !roomsOf(seen).some(({ id }) => id === room_id)
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
  allAreOf('O', 'currentState', 'Idle, Heating or Cooling', ['Idle', 'Heating', 'Cooling']),
  allAre(
    'A',
    'currentComponentValues',
    'an object of numbers up to 255',
    (value) =>
      isRecord(value) && Object.values(value).every((part) => typeof part === 'number' && part <= 255)
  ),
  every('O', 'a door lock has the type DevDoorLock', {
    of: (seen) =>
      devicesOf(seen).filter(({ type, interfaces }) =>
        isLock({ type: String(type), interfaces: textsOf(interfaces) })
      ),
    fits: ({ type }) => type === 'DevDoorLock'
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
  every('O', 'a reply with events has `last`', { of: ({ polls }) => polls.filter(hasEvents), fits: hasLast }),
  every('O', 'a reply without events has `last`, too', {
    of: ({ polls }) => polls.filter((call) => isGood(call) && !hasEvents(call)),
    fits: hasLast
  }),
  every('O', 'events are DeviceChanged, DeviceListChanged or ActionStatusReport', {
    of: eventsOf,
    fits: ({ type }) => ['DeviceChanged', 'DeviceListChanged', 'ActionStatusReport'].includes(String(type))
  }),
  every('O', 'DeviceChanged has a list of {name, old_value, new_value}', {
    of: (seen) =>
      eventsOf(seen)
        .filter(({ type }) => type === 'DeviceChanged')
        .flatMap((event) => recordsOf(event['params'], 'params')),
    fits: (param) => 'name' in param && 'new_value' in param && 'old_value' in param
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
  every('D', 'every error has errorMessage and errorCode', {
    of: ({ calls }) => [...calls.values()].filter(({ status }) => status !== null && status >= 400),
    fits: ({ body }) => isError(body)
  }),
  ...[...INTERFACES].flatMap(takes),
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
