import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#shared/errors';
import { isLock } from '#shared/lock';
import { NOT_KEPT, NOT_MANAGING } from '../access/screens/screen';
import { refuseCall } from '../controllers/failure';
import { refuse } from '../http/errors';
import { serve } from '../http/serve';
import type { HomeHousehold } from '../live/homes';
import { viewerOf } from '../live/viewer';
import type { TouchRules } from './touch-rules';

/** The household with its homes, and what a touch of their devices does. */
interface TouchHousehold extends HomeHousehold {
  readonly touch: TouchRules;
}

/** Registers the route by which a managing screen chooses what a device does when it is touched. */
export function registerTouch(app: FastifyInstance, house: TouchHousehold) {
  const { touch: rules, gate } = house;
  serve(
    app,
    'PUT /api/controllers/:id/touch/:device',
    async (request: FastifyRequest<{ Params: { device: string } }>, reply, { touch }) => {
      const viewer = await viewerOf(request, house);
      if (!viewer.ok) return refuseCall(reply, viewer.error);
      const { screen, device: find } = viewer.value;
      if (!gate.manages(screen)) return refuse(reply, NOT_MANAGING.error);
      const device = find(Number(request.params.device));
      if (!device) return refuse(reply, NO_DEVICE.error);
      if (isLock(device)) return refuse(reply, LOCK.error);
      const put = rules.put(screen.controller, device, touch === 'now' ? null : touch);
      if (!put.ok) return refuse(reply, put.error);
      const isKept = await rules.saved(screen.controller);
      return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
    }
  );
}

const NO_DEVICE = fail('not-found', 'The home has no such device.');
const LOCK = fail('lock-refused', 'A lock takes no command, however it is touched.');
