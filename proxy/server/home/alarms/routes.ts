import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve';
import type { HomeHousehold } from '../live/homes';
import { viewerOf } from '../live/viewer';
import type { Alarms } from './alarms';

/** Registers the route by which a screen says that somebody has seen alarms. Only the first time of each is written. */
export function registerAlarms(app: FastifyInstance, house: HomeHousehold & { readonly alarms: Alarms }) {
  serve(app, 'POST /api/controllers/:id/alarms/seen', async (request, { alarms: ids }) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    return house.alarms.seen(viewer.value, ids);
  });
}
