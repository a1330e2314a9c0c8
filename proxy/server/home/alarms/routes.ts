import type { FastifyInstance } from 'fastify';
import { refuseCall } from '../../controllers/failure';
import { NOT_KEPT } from '../../household/screens/screen';
import { refuse } from '../../http/errors';
import { serve } from '../../http/serve';
import type { HomeHousehold } from '../live/homes';
import { viewerOf } from '../live/viewer';
import type { Alarms } from './alarms';

/** Registers the route by which a screen says that somebody has seen alarms. Only the first time of each is written. */
export function registerAlarms(app: FastifyInstance, house: HomeHousehold & { readonly alarms: Alarms }) {
  serve(app, 'POST /api/controllers/:id/alarms/seen', async (request, reply, { alarms: ids }) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return refuseCall(reply, viewer.error);
    const isKept = await house.alarms.seen(viewer.value, ids);
    return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
  });
}
