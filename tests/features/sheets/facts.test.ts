import { expect, it } from 'vitest';
import { factsOf, factsText, withoutSecrets } from '../../../src/features/sheets/facts';
import { aDevice } from '../../lib/kinds/test-home';

const NOW = Date.UTC(2026, 10, 21, 12);
const RIGHT = { clockOffsetMs: 0 };
const device = aDevice({
  id: 24,
  name: 'Ceiling lights',
  type: 'DevDimmer',
  role: 'Light',
  interfaces: ['SwitchMultilevel', 'MultichannelEndpoint', 'Battery', 'Association'],
  last_online: NOW / 1000 - 180,
  params: {
    Level: 64,
    nodeId: 1043,
    endpointId: 2,
    parentDeviceId: 43,
    firmwareVersion: [3, 4],
    batteryLevel: 71,
    groupsCount: 3
  }
});

it('facts are all known data of a device, with labels', () => {
  const facts = factsOf({ device, name: 'Big lamp', room: 'Kitchen' }, RIGHT, NOW);
  expect(facts.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Room: Kitchen',
    'Battery: 71 %',
    'Last seen: 3 min ago',
    'Name on controller: Ceiling lights',
    'Type: DevDimmer',
    'Role: Light',
    'Interfaces: SwitchMultilevel, MultichannelEndpoint, Battery, Association',
    'Node: 1043',
    'Endpoint: 2',
    'Part of device: 43',
    'Firmware: 3.4',
    'Association groups: 3',
    'ID: 24'
  ]);
  const plain = facts.filter(({ isTechnical }) => !isTechnical);
  expect(plain.map(({ label }) => label)).toEqual(['Room', 'Battery', 'Last seen']);
});

it.each([
  [undefined, undefined],
  ['nonsense', undefined],
  [[], 'No faults'],
  [['unheard of', 7, null], 'No faults'],
  [['tamper', 'end-of-life', 'tamper'], 'Replace this device: end of life · Cover open'],
  [['test'], 'Being tested'],
  [['power-lost'], 'No mains power']
])('facts say in words that a node reports %j of itself: %s', (conditions, text) => {
  const told = aDevice({ id: 1, params: conditions === undefined ? {} : { conditions } });
  const facts = factsOf({ device: told, name: 'It', room: 'Hall' }, RIGHT, NOW);
  expect(facts.find(({ label }) => label === 'Condition')?.text).toBe(text);
});

it('facts of a tile that stands for other devices too are those of their node', () => {
  const device = aDevice({ id: 1, type: 'DevSmoke', interfaces: ['SensorBinary'] });
  const companions = [aDevice({ id: 2, params: { conditions: ['replace'] } })];
  const facts = factsOf({ device, name: 'It', room: 'Hall', companions }, RIGHT, NOW);
  expect(facts.map(({ text }) => text)).toContain('Replace this alarm');
});

it('facts do not repeat a number that is both the id and the node', () => {
  const same = aDevice({ id: 24, interfaces: ['ZWaveDevice'], params: { nodeId: 24 } });
  expect(
    factsOf({ device: same, name: 'Lamp', room: 'Hall' }, RIGHT, NOW).filter(({ text }) => text === '24')
  ).toMatchObject([{ label: 'ID' }]);
});

it('facts for a support request are lines of text with the raw parameters', () => {
  const type = { label: 'Type', text: 'DevSwitch', isTechnical: true };
  const text = factsText(['Lamp', 'Mantel 1'], [type], { Status: true });
  expect(text).toBe('Lamp\nMantel 1\nType: DevSwitch\n{\n  "Status": true\n}');
});

it('facts for a support request contain no field with the name of a secret, at any depth', () => {
  const params = {
    Status: true,
    userCodes: { 1: '4711' },
    slots: [{ name: 'Anna', pinCode: '4711', accessToken: 'canary' }],
    nested: { Password: 'canary', level: 3 }
  };
  const text = JSON.stringify(withoutSecrets(params));
  expect(text).not.toMatch(/4711|canary/);
  expect(text).toContain('Anna');
  expect(withoutSecrets(params)).toMatchObject({ Status: true, nested: { level: 3 } });
});
