import { expect, it } from 'vitest';
import { isLocalClient } from '../../../../proxy/server/base/net/interfaces';
import { interfaceAddress as own } from '../../../support/interface-address';

const interfaces = { eth0: [own('192.168.1.2'), own('203.0.113.5'), own('2001:db8:1:2::5')] };

const LOCAL = [
  '127.0.0.1',
  '::1',
  '192.168.7.7',
  '10.1.2.3',
  '169.254.1.1',
  'fe80::1%eth0',
  'fd00::9',
  '203.0.113.5',
  '2001:db8:1:2:9::1'
];
const OTHERS = ['8.8.8.8', '203.0.113.6', '2001:db8:1:3::1', '2001:4860:4860::8888', '', '100.64.0.1'];

it.each([...LOCAL, ...OTHERS])('%j is a local client if it is in a network of this machine', (address) => {
  expect(isLocalClient(address, interfaces)).toBe(LOCAL.includes(address));
});
