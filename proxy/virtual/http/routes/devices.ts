import type { CommandDesk } from '../../commands/command-desk';
import { describeDevice, methodsOf, type DeviceQuery } from '../../home/description';
import type { LivingHome } from '../../home/living-home';
import { answer, refuse } from '../reply';
import type { Route } from '../router';

/** The list of devices, one device, and its actions [O]. */
export function deviceRoutes(home: LivingHome, desk: CommandDesk): Route[] {
  return [
    {
      method: 'GET',
      path: '/devices',
      handle({ query }) {
        const asked = readDeviceQuery(query);
        const listed = home.fixtures.filter(({ device }) => asked.hasHidden || !device.hidden);
        return answer({ devices: listed.map((fixture) => describeDevice(fixture, asked)) });
      }
    },
    {
      method: 'GET',
      path: '/devices/:id',
      handle({ id }) {
        const fixture = home.fixture(id);
        return fixture === undefined ? refuse('noSuchDevice', { id }) : answer(describeDevice(fixture));
      }
    },
    {
      method: 'GET',
      path: '/devices/:id/actions',
      handle({ id }) {
        const device = home.device(id);
        if (device === undefined) return refuse('noSuchDevice', { id });
        return answer({ actions: methodsOf(device).map((method) => ({ method })) });
      }
    },
    {
      method: 'POST',
      path: '/devices/:id/actions',
      handle({ id, body }) {
        const device = home.device(id);
        return device === undefined ? refuse('noSuchDevice', { id }) : desk.receive(device, body);
      }
    }
  ];
}

function readDeviceQuery(query: URLSearchParams): DeviceQuery {
  const isSet = (name: string) => ['true', '1'].includes(query.get(name) ?? '');
  const fields = query.get('fields') ?? 'all';
  return {
    hasHidden: isSet('show_hidden'),
    isCompact: isSet('compact'),
    hasActions: isSet('with_actions'),
    fields: fields === 'all' || fields === '' ? null : fields.split(',')
  };
}
