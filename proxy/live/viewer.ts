import type { FastifyRequest } from 'fastify';
import { succeed, type Result } from '#shared/errors';
import { screenOf } from '../access/access-control';
import { limitHome } from '../access/rights';
import type { Screens } from '../access/screens/screens';
import type { HomeViewer } from './command-messages';
import type { Homes } from './homes';

/** What it takes to know what a screen may see. */
export interface ViewerDeps {
  readonly screens: Pick<Screens, 'admit'>;
  readonly homes: Pick<Homes, 'read'>;
}

/**
 * The screen of a request as it is once its user's home was read, and that home. What a route reads or changes of a home passes through it:
 * users of one controller need not have the same devices.
 */
export async function viewerOf(
  request: FastifyRequest,
  { screens, homes }: ViewerDeps
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
