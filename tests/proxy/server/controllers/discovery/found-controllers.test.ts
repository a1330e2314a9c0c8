import { expect, it } from 'vitest';
import { readMac } from '#shared/mac';
import { FoundControllers } from '../../../../../proxy/server/controllers/discovery/found-controllers';
import { FakeClock } from '../../../../support/fake-clock';

const replyOf = (address: string, n: number) => ({
  name: `House ${n}`,
  address,
  mac: readMac(`02:00:00:00:00:${n.toString(16).padStart(2, '0')}`)
});

it('the controllers found are at most two at one address, the newest ones', () => {
  const found = new FoundControllers(new FakeClock());
  found.add(replyOf('192.168.1.2', 1));
  for (let n = 10; n < 80; n++) found.add(replyOf('192.168.1.3', n));
  expect(found.list().map(({ name }) => name)).toEqual(['House 1', 'House 78', 'House 79']);
});

it('the controllers found are at most 64, and a flood does not displace one of the household', () => {
  const found = new FoundControllers(new FakeClock(), (address) => address === '192.168.1.0');
  for (let n = 0; n < 200; n++) found.add(replyOf(`192.168.1.${n}`, n));
  expect(found.list()).toHaveLength(64);
  expect(found.list().at(-1)?.name).toBe('House 199');
  expect(found.list()[0]?.name).toBe('House 0');
});
