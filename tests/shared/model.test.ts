import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { isModelOf, modelOf } from '#shared/model';
import { aDevice } from '../lib/kinds/test-home';

const device = (type: string, interfaces: string[], more: object = {}) =>
  aDevice({ id: 1, type, interfaces, ...more });
const plug = (more: object = {}) => device('DevSwitch', ['SwitchBinary'], more);
const sensor = (role: string, more: object = {}) =>
  device('DevBinarySensor', ['SensorBinary'], { role, ...more });
const LEVEL = ['SwitchMultilevel', 'SwitchBinary'];

/** Data folders hold these: a version that changes one loses what households chose for such devices. */
test.each<[string, Device]>([
  ['0382413f', plug()],
  ['dee3ab01', device('DevDimmer', LEVEL)],
  ['fa1dfe25', device('DevShutter', [...LEVEL, 'Shutter'])],
  ['22834ab0', sensor('BinaryDoorSensor')],
  ['4fb99798', sensor('BinarySmokeSensor')],
  ['6ea4d56a', device('DevThermostat', ['ThermostatSetpoint'])],
  ['ddb342e2', device('DevTemperature', ['SensorMultilevel'])],
  ['b3881064', plug({ role: 'Gate' })],
  ['cd052446', device('DecDimmerColor', [...LEVEL, 'SwitchColor'])],
  ['edc37092', device('DevDoorLock', ['DoorLock'], { params: { nodeId: 7 } })]
])('the stored model %s stays the same in all versions', (model, of) => {
  expect(modelOf(of)).toBe(model);
});

test.each<[string, Device, Device]>([
  ['another name', plug(), plug({ name: 'Other' })],
  ['facts', plug(), device('DevSwitch', ['Version', 'SwitchBinary', 'Association', 'Battery', 'WakeUp'])],
  ['an endpoint', plug(), device('DevSwitch', ['SwitchBinary', 'ZWaveDevice', 'MultichannelEndpoint'])],
  ['a meter', plug(), device('DevSwitch', ['SensorMultilevel', 'SwitchBinary'])],
  ['a role of its group', plug(), plug({ role: 'Plug' })],
  ['a role of sensors', sensor('BinaryDoorSensor'), sensor('BinaryWindowSensor')],
  ['a spelling of its hazard', sensor('BinarySmokeSensor'), sensor('smoke_detector')],
  ['another spelling of its type', device('DecDimmerColor', LEVEL), device('DevDimmerColor', LEVEL)],
  ['an unknown type with the same control', plug(), device('DevUnknown', ['SwitchBinary'])],
  ['an icon', plug({ icon: 'lamp' }), plug({ icon: 'socket' })],
  ['no state of its hazard', device('DevSmoke', []), device('DevSmoke', [], { params: { Tripped: true } })]
])('a device with %s is the same', (_what, before, after) => {
  expect(isModelOf(modelOf(before), after)).toBe(true);
});

test.each<[string, Device, Device]>([
  ['another control', plug(), device('DevShutter', [...LEVEL, 'Shutter'])],
  ['a dimmer’s', plug(), device('DevDimmer', LEVEL)],
  ['a gate’s role', plug(), plug({ role: 'Gate' })],
  ['a gate’s icon', plug({ icon: 'lamp' }), plug({ icon: 'gate' })],
  ['a hazard', sensor('BinaryGenericSensor'), sensor('BinaryCOSensor')],
  ['another hazard', sensor('BinarySmokeSensor'), sensor('BinaryLeakingSensor')],
  [
    'another quantity',
    device('DevTemperature', ['SensorMultilevel']),
    device('DevHygrometry', ['SensorMultilevel'])
  ],
  [
    'another node, for a lock',
    device('DevDoorLock', ['DoorLock'], { params: { nodeId: 7 } }),
    device('DevDoorLock', ['DoorLock'], { params: { nodeId: 8 } })
  ]
])('a device with %s is another one', (_what, before, after) => {
  expect(isModelOf(modelOf(before), after)).toBe(false);
});
