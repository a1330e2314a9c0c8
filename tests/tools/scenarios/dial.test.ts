import { expect, it } from 'vitest';
import { ask, dial, targetOf } from '../../../tools/scenarios/attack/dial';

const ELSEWHERE = ['192.168.1.20', '8.8.8.8', '0.0.0.0', '128.0.0.1', 'localhost', 'example.org', '[::1]'];

it.each(ELSEWHERE)('an attack refuses to attack %s', async (host) => {
  const bare = host.replace(/[[\]]/g, '');
  expect(() => targetOf(`http://${host}:80`)).toThrow('Only 127.0.0.0/8');
  const target = { host: bare, port: 9, isSecure: false };
  await expect(dial(target, '127.0.0.1')).rejects.toThrow('Only 127.0.0.0/8');
  expect(() => ask(target, { path: '/' })).toThrow('Only 127.0.0.0/8');
});

it('an attack attacks any loopback address', () => {
  expect(targetOf('https://127.3.2.1:8443')).toEqual({ host: '127.3.2.1', port: 8443, isSecure: true });
});
