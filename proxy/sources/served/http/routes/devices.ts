import type { CommandDesk } from '../../command-desk';
import { describeDevice, methodsOf, type DeviceQuery } from '../../description';
import type { Source } from '../../source';
import { answer } from '../reply';
import { readingRoutes, replyFor, withHome, type Route } from '../router';

/** The list of devices, one device, and its actions [O]. */
export const deviceRoutes = (source: Source, desk: CommandDesk): Route[] => [
  ...readingRoutes(source, {
    '/devices'({ devices }, { query }) {
      const asked = readDeviceQuery(query);
      const listed = [...devices.values()].filter(({ hidden }) => asked.hasHidden || !hidden);
      return answer({ devices: listed.map((device) => describeDevice(device, asked)) });
    },
    '/devices/:id': ({ devices }, { id }) =>
      replyFor(devices, id, (device) => answer(describeDevice(device))),
    '/devices/:id/actions': ({ devices }, { id }) =>
      replyFor(devices, id, (device) => answer({ actions: methodsOf(device).map((method) => ({ method })) }))
  }),
  {
    method: 'POST',
    path: '/devices/:id/actions',
    handle: withHome(source, ({ devices }, { id, body }) =>
      replyFor(devices, id, (device) => desk.receive(device, body))
    )
  }
];

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
