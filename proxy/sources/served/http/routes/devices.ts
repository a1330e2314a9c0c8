import type { CommandDesk } from '../../command-desk';
import { describeDevice, methodsOf, type DeviceQuery } from '../../description';
import type { Source } from '../../source';
import { answer, refuse } from '../reply';
import { withHome, type Route } from '../router';

/** The list of devices, one device, and its actions [O]. */
export function deviceRoutes(source: Source, desk: CommandDesk): Route[] {
  return [
    {
      method: 'GET',
      path: '/devices',
      handle: withHome(source, ({ devices }, { query }) => {
        const asked = readDeviceQuery(query);
        const listed = [...devices.values()].filter(({ device }) => asked.hasHidden || !device.hidden);
        return answer({ devices: listed.map((served) => describeDevice(served, asked)) });
      })
    },
    {
      method: 'GET',
      path: '/devices/:id',
      handle: withHome(source, ({ devices }, { id }) => {
        const served = devices.get(id);
        return served === undefined ? refuse('noSuchDevice', { id }) : answer(describeDevice(served));
      })
    },
    {
      method: 'GET',
      path: '/devices/:id/actions',
      handle: withHome(source, ({ devices }, { id }) => {
        const served = devices.get(id);
        if (served === undefined) return refuse('noSuchDevice', { id });
        return answer({ actions: methodsOf(served.device).map((method) => ({ method })) });
      })
    },
    {
      method: 'POST',
      path: '/devices/:id/actions',
      handle: withHome(source, ({ devices }, { id, body }) => {
        const served = devices.get(id);
        return served === undefined ? refuse('noSuchDevice', { id }) : desk.receive(served.device, body);
      })
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
