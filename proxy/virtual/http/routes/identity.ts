import { readMac } from '#shared/mac';
import { describeDevice, describeRoom } from '../../home/description';
import type { LivingHome } from '../../home/living-home';
import type { Identity } from '../../options';
import { answer } from '../reply';
import type { Route } from '../router';

/** The software version that this controller reports. */
const VERSION = '2.8.1';

/** Identity, version and the whole home [O]. Fields other than `id`, `name` and `home` are assumed [A]. */
export function identityRoutes({ name, mac }: Identity, home: LivingHome): Route[] {
  const id = readMac(mac);
  return [
    { method: 'GET', path: '/info', handle: () => answer({ id, name, mac, version: VERSION }) },
    {
      method: 'GET',
      path: '/system',
      handle: () => answer({ id, name, version: VERSION, api_version: 2, model: 'virtual' })
    },
    {
      method: 'GET',
      path: '/home',
      handle: () =>
        answer({
          home: {
            id,
            name,
            sections: home.sections,
            rooms: home.rooms.map(describeRoom),
            devices: home.fixtures.map((fixture) => describeDevice(fixture))
          }
        })
    }
  ];
}
