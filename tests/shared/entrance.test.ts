import { expect, test } from 'vitest';
import { isEntrance } from '#shared/entrance';
import type { Device } from '#shared/home';
import { groupOf } from '#shared/kinds';
import { isLamp } from '#shared/lamp';
import { arrangeDevice, EMPTY_LAYOUT } from '#shared/layout';
import { opensOrSounds } from '#shared/sensitive-calls';
import { aDevice } from '../lib/kinds/test-home';

const SHUTTER = ['SwitchMultilevel', 'SwitchBinary', 'Shutter'];
const shutter = (more: object) => aDevice({ id: 1, type: 'DevShutter', interfaces: SHUTTER, ...more });
const relay = (more: object) => aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], ...more });
const LOCK = { type: 'DevDoorLock', interfaces: ['DoorLock', 'SwitchBinary'] };
const pulsed = (name: string) => relay({ name, params: { pulseable: true } });
const dimmer = (more: object) =>
  aDevice({ id: 1, type: 'DevDimmer', interfaces: ['SwitchMultilevel', 'SwitchBinary'], ...more });

test.each<[string, Device]>([
  ['a shutter with the icon gate', shutter({ icon: 'gate' })],
  ['a shutter with the icon garage-door', shutter({ icon: 'GARAGE_DOOR2' })],
  ['a shutter with the role Gate', shutter({ role: 'Gate' })],
  ['a switch with the role GarageDoor', relay({ role: 'GarageDoor' })],
  ['a switch with the icon door', relay({ icon: 'door' })],
  ['a device of the type DevBarrier', relay({ type: 'DevBarrier' })],
  ['a device of the type door_opener', relay({ type: 'door_opener' })],
  ['a shutter called Garage door', shutter({ name: 'Garage door' })],
  ['a shutter called Driveway gate', shutter({ name: 'Driveway gate' })],
  ['a shutter called Гаражні ворота', shutter({ name: 'Гаражні ворота' })],
  ['a pulsed switch called Front door', pulsed('Front door')],
  ['a pulsed switch called Gate', pulsed('Gate')],
  ['a pulsed switch called Хвіртка', pulsed('Хвіртка')],
  ...[
    'Гараж Віктора',
    'Гараж Світлани',
    'Ворота Вікторії',
    'Ролета гаража Світлани',
    'Хвірток',
    "Bella's garage",
    'Bellevue gate',
    'Garage Lightfoot',
    'Lampeter Gate',
    'Garage (window side)',
    'Garage door (window)',
    'Window garage door',
    'Frontgate',
    'Roller door',
    'Ролворота',
    'Автоворота',
    'Калитка'
  ].map((name): [string, Device] => [`a shutter called ${name}`, shutter({ name })]),
  ...['Двері Віктора', 'Gate opener (light)', 'Frontdoor', 'Intercom', 'Домофон', "Під'їзд"].map(
    (name): [string, Device] => [`a pulsed switch called ${name}`, pulsed(name)]
  ),
  ...[
    'GarageDoorOpenerWithLight',
    'WindowDoorOpener',
    'slidinggate',
    'frontdoor',
    'autogate',
    'rollerdoor',
    'boombarrier',
    'SkyGates'
  ].map((role): [string, Device] => [`a switch with the role ${role}`, relay({ role })]),
  ['what the household says is one', { ...relay({ name: 'Relay 7' }), isEntrance: true }]
])('%s is an entrance', (_what, device) => {
  expect({ isEntrance: isEntrance(device), group: groupOf(device), isLamp: isLamp(device) }).toEqual({
    isEntrance: true,
    group: 'entrances',
    isLamp: false
  });
});

test.each<[string, Device]>([
  ['a switch called Garage light', relay({ name: 'Garage light' })],
  ['a pulsed switch called Garage light', pulsed('Garage light')],
  ['a pulsed switch called Gate lamp', pulsed('Gate lamp')],
  ['a pulsed switch called Door bell', pulsed('Door bell')],
  ['a pulsed switch called Світло біля воріт', pulsed('Світло біля воріт')],
  ['a lamp with the icon garage-lamp', relay({ icon: 'garage-lamp' })],
  ['a dimmer with the icon garage', dimmer({ icon: 'garage', name: 'Garage' })],
  ['a shutter called Terrace door', shutter({ name: 'Terrace door' })],
  ['a shutter called Garage window', shutter({ name: 'Garage window' })],
  ...[
    'Вікно гаража',
    'Гараж, вікно 2',
    'Гараж вікно ліве',
    'Garage windows',
    'Garage blind (left)',
    'Штора гаража',
    'Жалюзі гараж',
    'Garage awning',
    'Gateway',
    'Поворот'
  ].map((name): [string, Device] => [`a shutter called ${name}`, shutter({ name })]),
  ...[
    'Освітлення гаража',
    'Garage spotlights',
    'Прожектор гараж',
    'Розетка в гаражі',
    'Дзвоник двері',
    'Garage heater'
  ].map((name): [string, Device] => [`a pulsed switch called ${name}`, pulsed(name)]),
  ['a pulsed dimmer called Entrance hall', dimmer({ name: 'Entrance hall', params: { pulseable: true } })],
  ...[
    'Navigate',
    'OutdoorPlug',
    'OutDoor',
    'in_door',
    'garagelight',
    'doorlights',
    'SkylightOpener',
    'WindowOpener',
    'GarageLightSwitch',
    'FrontDoorBell'
  ].map((role): [string, Device] => [`a switch with the role ${role}`, relay({ role })]),
  ['a shutter called Kitchen', shutter({ name: 'Kitchen', icon: 'shutter' })],
  ['a plug called Gate charger', relay({ name: 'Gate charger' })],
  ['a gateway', relay({ type: 'DevGateway', icon: 'gateway' })],
  ['a sensor of a gate', relay({ type: 'DevBinarySensor', role: 'Gate', interfaces: ['SensorBinary'] })],
  ['a lock of a gate', relay({ ...LOCK, icon: 'gate' })],
  ['a thermostat', relay({ role: 'Door', interfaces: ['SwitchBinary', 'ThermostatMode'] })]
])('%s is no entrance', (_what, device) => {
  expect(isEntrance(device)).toBe(false);
  expect(groupOf(device)).not.toBe('entrances');
});

test.each([
  [{ name: 'Велика' }, true],
  [{ icon: 'shutter' }, true],
  [{ name: 'Велика', isEntrance: false }, false],
  [{ name: 'Велика', isRoomLight: true }, false],
  [{ isEntrance: true }, true]
])('a garage door for which a household chooses %j is an entrance: %s', (appearance, is) => {
  const layout = { ...EMPTY_LAYOUT, devices: { 1: appearance } };
  expect(isEntrance(arrangeDevice(shutter({ name: 'Garage door' }), layout))).toBe(is);
});

test('what the household says of an entrance wins, but for a lock', () => {
  const gate = shutter({ icon: 'gate' });
  expect(isEntrance({ ...gate, isEntrance: false })).toBe(false);
  expect(groupOf({ ...gate, isEntrance: false })).toBe('shutters');
  expect(isEntrance({ ...relay({ role: 'Gate' }), isRoomLight: true }), 'one of the room’s lights').toBe(
    false
  );
  expect(isEntrance({ ...relay(LOCK), isEntrance: true })).toBe(false);
});

test.each([
  ['pulse', {}, true],
  ['setStatus', { status: true }, true],
  ['setStatus', { status: false }, false],
  ['startLevelChange', { direction: 'up' }, true],
  ['startLevelChange', { direction: 'down' }, false],
  ['setLevel', { level: 99 }, true],
  ['setLevel', { level: 1 }, true],
  ['setLevel', { level: 0 }, false],
  ['stop', {}, false],
  ['stopLevelChange', {}, false]
])('%s %j may open or sound what asks by itself: %s', (method, params, isOpening) => {
  expect(opensOrSounds({ method, params })).toBe(isOpening);
});
