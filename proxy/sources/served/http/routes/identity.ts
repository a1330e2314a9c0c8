import { readMac } from '#shared/mac';
import { describeDevice, describeRoom } from '../../description';
import type { Source } from '../../source';
import { answer } from '../reply';
import { readingRoutes, type Route } from '../router';

/** The identity of a controller, in HTTP and UDP replies. */
export interface Identity {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons; null if it has none. */
  readonly mac: string | null;
  /** What it is, such as `virtual`. */
  readonly model: string;
}

/** The software version that this controller reports. */
const VERSION = '2.8.1';

/** Identity, version and the whole home [O]. Fields other than `id`, `name` and `home` are assumed [A]. */
export function identityRoutes({ name, mac, model }: Identity, source: Source): Route[] {
  const id = mac === null ? model : readMac(mac);
  return [
    {
      method: 'GET',
      path: '/info',
      handle: () => answer({ id, name, ...(mac !== null && { mac }), version: VERSION })
    },
    {
      method: 'GET',
      path: '/system',
      handle: () => answer({ id, name, version: VERSION, api_version: 2, model })
    },
    ...readingRoutes(source, {
      '/home': ({ sections, rooms, devices }) =>
        answer({
          home: {
            id,
            name,
            sections: [...sections.values()],
            rooms: [...rooms.values()].map(describeRoom),
            devices: [...devices.values()].map((device) => describeDevice(device))
          }
        })
    })
  ];
}
