import { beforeAll, expect, it } from 'vitest';
import { isNotReady } from '#shared/home';
import { groupOf, mainControlOf } from '#shared/kinds';
import { isLamp } from '#shared/lamp';
import { sensitiveKindOf } from '#shared/sensitive';
import { moving, openHouse, received, soon } from './panel';

let opened: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  opened = await openHouse();
  return opened.close;
});

it('the home of a real driver has its devices by type, with their rooms and floors', async () => {
  const kinds = (await opened.panel.devices())
    .filter(({ name }) => !name.startsWith('Deaf plug '))
    .map(({ name, type, role }) => [name, type, role]);
  expect(kinds).toEqual([
    ['Lamp', 'DevSwitch', ''],
    ['Dimmer', 'DevDimmer', ''],
    ['Deaf plug', 'DevSwitch', ''],
    ['Old plug', 'DevSwitch', ''],
    ['Refusing plug', 'DevSwitch', ''],
    ['Dead plug', 'DevSwitch', ''],
    ['Valve', 'DevThermostat', ''],
    ['Blind', 'DevShutter', ''],
    ['Awning', 'DevShutter', ''],
    ['Motion', 'DevBinarySensor', 'BinaryMotionSensor'],
    ['Climate', 'DevTemperature', ''],
    ['Climate · Illuminance', 'DevLuminosity', ''],
    ['Climate · Humidity', 'DevHygrometry', ''],
    ['Thermostat', 'DevThermostat', ''],
    ['Colour lamp', 'DecDimmerColor', ''],
    ['Front door', 'DevDoorLock', ''],
    ['Double switch 1', 'DevSwitch', ''],
    ['Double switch 2', 'DevSwitch', ''],
    ['Metered plug', 'DevSwitch', ''],
    ['Metered plug · Electric Consumption [W]', 'DevGenericSensor', ''],
    ['Gate', 'DevDoorLock', ''],
    ['Side door', 'DevDoorLock', ''],
    ['Smoke detector', 'DevBinarySensor', 'BinarySmokeSensor'],
    ['Leak sensor', 'DevBinarySensor', 'BinaryLeakingSensor'],
    ['Window', 'DevBinarySensor', 'BinaryDoorSensor'],
    ['Furnace', 'DevThermostat', ''],
    ['Heat detector', 'DevBinarySensor', 'BinaryHeatSensor'],
    ['Ceiling fan', 'DevSwitchMultilevel', ''],
    ['Radiator', 'DevThermostat', ''],
    ['Radiator · Air temperature', 'DevTemperature', ''],
    ['Alarm', 'DevBinarySensor', 'BinarySmokeSensor'],
    ['Alarm · CO Alarm', 'DevBinarySensor', 'BinaryCOSensor'],
    ['Siren', 'DevSwitch', ''],
    ['Node 55', 'DevUnknown', '']
  ]);
  const served = opened.source.home();
  const sections = [...(served?.sections.values() ?? [])];
  const rooms = [...(served?.rooms.values() ?? [])].map(({ name, section_id }) => [
    sections.find(({ id }) => id === section_id)?.name,
    name
  ]);
  expect(rooms).toContainEqual(['Ground floor', 'Kitchen']);
  expect(rooms).toContainEqual([undefined, 'Hall']);
  expect((await opened.panel.named('Metered plug')).room_id).toBeNull();
});

it('the home of a real driver has the values of its devices', async () => {
  // Nodes are read again in turns: a later test finds it.
  await opened.house.do('rename', { node: 5, name: 'Kettle', location: 'Ground floor/Pantry' });
  for (const [name, params] of [
    ['Climate', { Value: 21.5, sensorType: 'Temperature', valueUnit: '°C' }],
    ['Climate · Illuminance', { Value: 300 }],
    ['Climate · Humidity', { Value: 48 }],
    [
      'Thermostat',
      { currentMode: 'Off', availableModes: ['Off', 'Heat', 'Cool'], currentSetpoints: { Heat: 20 } }
    ],
    [
      'Colour lamp',
      {
        supportedComponents: ['Red', 'Green', 'Blue'],
        currentComponentValues: { Red: 255, Green: 120, Blue: 0 }
      }
    ],
    ['Front door', { locked: false }],
    ['Metered plug · Electric Consumption [W]', { Value: 42, valueUnit: 'W', sensorType: 'Power' }],
    ['Valve', { nodeId: 8, currentSetpoints: { Heat: 20 }, batteryLevel: 80, wakeUpInterval: 300 }],
    ['Furnace', { currentSetpoints: { Heat: 68 }, valueUnit: '°F' }],
    ['Leak sensor', { Tripped: false }],
    ['Double switch 2', { endpointId: 2 }]
  ] as const)
    expect({ name, params: (await opened.panel.named(name)).params }).toMatchObject({ name, params });
});

it('the home of a real driver moves, sets and switches what the table names', async () => {
  for (const [name, method, params, after] of [
    ['Double switch 2', 'setStatus', { status: true }, { Status: true }],
    ['Thermostat', 'setMode', { mode: 'Heat' }, { currentMode: 'Heat' }],
    [
      'Thermostat',
      'setSetpoint',
      { setpoint: 22.5, setpointType: 'Heat' },
      { currentSetpoints: { Heat: 22.5 } }
    ],
    [
      'Furnace',
      'setSetpoint',
      { setpoint: 71, setpointType: 'Heat' },
      { currentSetpoints: { Heat: 71 }, valueUnit: '°F' }
    ],
    ['Colour lamp', 'setLevel', { level: 55 }, { Level: 55 }],
    ['Colour lamp', 'setStatus', { status: false }, { Level: 0, Status: false }],
    // On at the last level: the mock's is its highest.
    ['Colour lamp', 'setStatus', { status: true }, { Level: 99, Status: true }],
    [
      'Colour lamp',
      'setColor',
      { components: { Red: 10, Green: 20, Blue: 250 } },
      { currentComponentValues: { Red: 10, Green: 20, Blue: 250 } }
    ],
    ['Awning', 'setLevel', { level: 20 }, { Level: 20 }]
  ] as const) {
    const { state } = await opened.panel.command((await opened.panel.named(name)).id, method, { ...params });
    expect({ name, method, state }).toEqual({ name, method, state: 'confirmed' });
    await opened.panel.seen(name, after);
  }
  expect((await opened.panel.named('Double switch 1')).params).toMatchObject({ Status: false });
});

it('the home of a real driver has real products as what they are', async () => {
  const shown = async (name: string) => {
    const device = await opened.panel.named(name);
    return { group: groupOf(device), control: mainControlOf(device), asks: sensitiveKindOf(device) };
  };
  expect(await shown('Ceiling fan')).toEqual({ group: 'switches', control: 'fan', asks: undefined });
  expect(await shown('Radiator')).toEqual({ group: 'climate', control: 'climate', asks: undefined });
  expect(await shown('Siren')).toEqual({ group: 'switches', control: 'switch', asks: 'siren' });
  expect(await shown('Node 55')).toEqual({ group: 'others', control: undefined, asks: undefined });
  expect(isNotReady(await opened.panel.named('Node 55'))).toBe(true);
  expect((await opened.panel.devices()).filter(isLamp).map(({ name }) => name)).toEqual([
    'Dimmer',
    'Colour lamp'
  ]);
  await opened.panel.seen('Radiator', { valvePosition: 0, currentSetpoints: { Heat: 20 } });
});

it('the home of a real driver runs a fan at a speed', async () => {
  const { id } = await opened.panel.named('Ceiling fan');
  for (const level of [33, 66, 0])
    expect(await opened.panel.command(id, 'setLevel', { level })).toMatchObject({ state: 'confirmed' });
});

it('the home of a real driver says that an alarm has to be replaced, which is no alarm', async () => {
  await opened.panel.seen('Alarm', { Tripped: false, conditions: [] });
  await opened.house.do('notify', { node: 53, type: 1, event: 5 });
  await opened.panel.seen('Alarm', { Tripped: false, conditions: ['end-of-life'] });
  await opened.house.do('notify', { node: 53, type: 2, event: 2 });
  await opened.panel.seen('Alarm · CO Alarm', { Tripped: true });
  await opened.panel.seen('Alarm', { Tripped: false });
});

it('the home of a real driver moves an awning until it is stopped', async () => {
  const { id } = await opened.panel.named('Awning');
  await opened.panel.send(id, 'startLevelChange', { direction: 'up' });
  await received(opened.house, 10, 'WindowCoveringCCStartLevelChange');
  await moving(700);
  await opened.panel.send(id, 'stop');
  await soon(async () => {
    const level = Number((await opened.panel.named('Awning')).params['Level']);
    expect([level, level > 20 && level < 95]).toEqual([level, true]);
  });
});

it('the home of a real driver shows a change at the device', async () => {
  await opened.house.do('switch', { node: 2, on: true });
  await opened.panel.seen('Lamp', { Status: true });
  const { alive, last_online } = await opened.panel.named('Lamp');
  expect({ alive, typeOfLastOnline: typeof last_online }).toEqual({
    alive: true,
    typeOfLastOnline: 'number'
  });
  await opened.house.do('measure', { value: 25.5 });
  await opened.panel.seen('Climate', { Value: 25.5 });
});

it('the home of a real driver shows that a lock was locked at the door', async () => {
  await opened.house.do('lock', { node: 15, mode: 255 });
  await opened.panel.seen('Front door', { locked: true });
});

it.each([
  ['Motion', 11, 7, 8, 12],
  ['Leak sensor', 32, 5, 2, 6]
])(
  'the home of a real driver shows what a sensor found, whichever of its two values reports it: %s',
  async (name, node, type, event, sense) => {
    for (const on of [true, false]) {
      const change = on ? { event } : { event: 0, parameter: event };
      await opened.house.do('notify', { node, type, ...change });
      await opened.panel.seen(name, { Tripped: on });
    }
    for (const value of [true, false]) {
      await opened.house.do('sense', { node, type: sense, value });
      await opened.panel.seen(name, { Tripped: value });
    }
  }
);

it('the home of a real driver shows that a window is open or closed, also in which position, whichever of its two values reports it', async () => {
  const open = 22;
  const closed = 23;
  const node = 33;
  for (const [event, parameter, Tripped] of [
    [open, undefined, true],
    [closed, undefined, false],
    [open, 0, true],
    [closed, undefined, false],
    [open, 1, true]
  ] as const) {
    await opened.house.do('notify', { node, type: 6, event, parameter });
    await opened.panel.seen('Window', { Tripped });
  }
  // Each report is seen before the next one is sent: two at once may reach the server in either order.
  await opened.house.do('notify', { node, type: 6, event: closed });
  await opened.panel.seen('Window', { Tripped: false });
  await opened.house.do('sense', { node, type: 10, value: true });
  await opened.panel.seen('Window', { Tripped: true });
  await opened.house.do('notify', { node, type: 6, event: closed });
  await opened.panel.seen('Window', { Tripped: false });
  await opened.house.do('sense', { node, type: 10, value: false });
  await opened.house.do('sense', { node, type: 10, value: true });
  await opened.panel.seen('Window', { Tripped: true });
});

it('the home of a real driver shows a rapid rise of temperature, which is an event, as an alarm', async () => {
  await opened.house.do('notify', { node: 35, type: 4, event: 4 });
  await opened.panel.seen('Heat detector', { Tripped: true });
  await opened.house.do('notify', { node: 35, type: 4, event: 2 });
  await opened.house.do('notify', { node: 35, type: 4, event: 0, parameter: 2 });
  await opened.panel.seen('Heat detector', { Tripped: false });
});

it('the home of a real driver sends no frame to a lock, whatever is posted', async () => {
  for (const node of [15, 18, 19]) await opened.house.do('clear', { node });
  for (const name of ['Front door', 'Gate', 'Side door']) {
    const { id } = await opened.panel.named(name);
    for (const body of [
      { method: 'setStatus', params: { status: true } },
      { method: 'setStatus', params: { status: false } },
      { method: 'setLevel', params: { level: 0 } },
      { method: 'setMode', params: { mode: 'Unsecured' } },
      { method: 'unlock' },
      { method: 'stop' }
    ]) {
      expect(await opened.panel.post(id, body)).toBeGreaterThanOrEqual(400);
      const device = opened.source.home()?.devices.get(id);
      if (!device) throw new Error('no lock');
      const call = { method: body.method, params: body.params ?? {} };
      const prepared = { call, sets: [], apply: () => ({}), expect: () => null };
      expect(await opened.source.run(device, prepared)).toMatchObject({ status: 'failed' });
    }
  }
  for (const node of [15, 18, 19])
    expect({ node, frames: await opened.house.do('frames', { node }) }).toEqual({ node, frames: [] });
});

it('the home of a real driver shows a new name and place', async () => {
  await soon(
    async () => expect((await opened.panel.named('Kettle')).params).toMatchObject({ nodeId: 5 }),
    30_000
  );
  expect([...(opened.source.home()?.rooms.values() ?? [])].map(({ name }) => name)).toContain('Pantry');
});

it('the home of a real driver loses a removed node, and retires the id of one that was included again', async () => {
  const lamp = await opened.panel.named('Lamp');
  await opened.house.do('include', { node: 2 });
  await soon(async () => expect((await opened.panel.named('Lamp')).id).toBeGreaterThan(lamp.id));
  await opened.house.do('remove', { node: 17 });
  await soon(async () =>
    expect((await opened.panel.devices()).map(({ name }) => name)).not.toContain('Metered plug')
  );
});
