import * as make from '../../proxy/virtual/house/make';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { houseOf, roomOf } from '../../tools/support/house';

const HALL = roomOf(20, 'Hall', [
  make.lamp(21, 'Hall lamp', { icon: 'ceiling-light' }),
  make.lamp(22, 'Sconce'),
  make.doorLock(36, 'Front door')
]);

test.use({ house: houseOf(HALL), hasServiceWorker: true });

test('a device that gets the id of a removed lamp has neither its name nor its place, also offline', async ({
  page,
  controller,
  home
}) => {
  await openHomeByAddress(page);
  const lamp = controller.device(21);
  if (!lamp) throw new Error('No lamp 21');
  const proxy = await proxyOf(page);
  await proxy.putLayout({
    favourites: [21],
    devices: { '21': { name: 'Nursery night light', icon: 'lamp' }, '36': { lock: 'locked' } },
    rooms: {}
  });
  const tile = (name: string) => page.getByRole('group', { name, exact: true }).first();
  await expect(tile('Nursery night light')).toBeVisible();
  await openRoom(page, 'Hall');
  await expect(tile('Front door')).toContainText('Locked');

  controller.changeLists({ removeDevice: 36, addDevice: { ...lamp, name: 'Garage door', role: 'Gate' } });
  await expect(tile('Garage door')).toBeVisible();
  await expect(page.getByText('Nursery night light')).toHaveCount(0);
  const { id, name, type, interfaces, params } = make.doorLock(36, 'Front door');
  controller.changeLists({ addDevice: { ...lamp, id, name, type, interfaces, params } });
  await expect(tile('Front door')).toContainText('Reports on');

  controller.changeLists({ addDevice: lamp });
  await expect(tile('Nursery night light')).toBeVisible();
  controller.changeLists({ addDevice: { ...lamp, name: 'Garage door', role: 'Gate' } });
  await expect(tile('Garage door')).toBeVisible();

  await waitForAppCache(page);
  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await page.reload();
  await expect(tile('Garage door')).toBeVisible();
  await expect(page.getByText('Nursery night light')).toHaveCount(0);
  await expect(tile('Front door')).toContainText('Reports on');
});
