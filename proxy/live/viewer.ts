import type { FastifyRequest } from 'fastify';
import { succeed, type Result } from '#shared/errors';
import { screenOf } from '../access/access-control';
import { limitHome } from '../access/rights';
import type { HomeViewer } from './command-messages';
import type { HomeHousehold } from './homes';

/**
 * The screen of a request as it is once its user's home was read, and that home. What a route reads or changes of a home passes through it:
 * users of one controller need not have the same devices.
 */
export async function viewerOf(
  request: FastifyRequest,
  { screens, homes }: HomeHousehold
): Promise<Result<HomeViewer>> {
  const { id, controller, user } = screenOf(request);
  const read = await homes.read(controller, user);
  // It may have been ended, locked or limited while the home was read.
  const screen = screens.admit(id);
  if (!screen.ok) return screen;
  if (!read.ok) return read;
  const home = limitHome(read.value, screen.value.rights.rooms);
  const byId = new Map(home.devices.map((device) => [device.id, device]));
  return succeed({ screen: screen.value, home, device: (of: number) => byId.get(of) });
}
