import { expect, it } from 'vitest';
import { groupOf } from '../../../../proxy/server/base/net/addresses';

it.each([
  ['192.168.1.5', '192.168.1.5'],
  ['::ffff:192.168.1.5', '192.168.1.5'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fd00::', 'fd00:0:0:0::/64']
])('%s counts as %s', (address, group) => {
  expect(groupOf(address)).toBe(group);
});
