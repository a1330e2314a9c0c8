import { expect, it } from 'vitest';
import { readServerAddress } from '../../../../proxy/sources/zwave-js/server-address';

const PIN = 'AB:'.repeat(31) + 'CD';

it.each([
  ['ws://127.0.0.1:3000', { host: '127.0.0.1', port: 3000, path: '/', fingerprint: null }],
  ['ws://localhost', { host: '127.0.0.1', port: 3000, path: '/', fingerprint: null }],
  ['ws://127.0.0.5:3001', { host: '127.0.0.5', port: 3001, path: '/', fingerprint: null }],
  [`wss://192.168.1.5:3000/zw#${PIN}`, { host: '192.168.1.5', port: 3000, path: '/zw', fingerprint: PIN }],
  [
    `wss://zwave.local#${PIN.toLowerCase().replaceAll(':', '')}`,
    { host: 'zwave.local', port: 443, path: '/', fingerprint: PIN }
  ]
])('reads %s', (text, address) => {
  expect(readServerAddress(text)).toEqual({ ok: true, value: address });
});

it.each([
  ['ws://192.168.1.5:3000', 'open locks'],
  ['wss://192.168.1.5:3000', 'fingerprint'],
  ['wss://192.168.1.5:3000#AB:CD', 'fingerprint'],
  ['ws://me:secret@127.0.0.1:3000', 'without a password'],
  ['http://127.0.0.1:3000', 'such as ws://'],
  ['127.0.0.1:3000', 'such as ws://'],
  ['', 'such as ws://']
])('refuses %s with the reason', (text, words) => {
  const read = readServerAddress(text);
  expect(read.ok ? '' : read.error.message).toContain(words);
});
