import type { FastifyRequest } from 'fastify';
import { succeed, type Result } from '#shared/errors';
import { type Device, type Home } from '#shared/home';
import { isFull } from '#shared/rights';
import type { ControllerState } from '#shared/wire-fields';
import { screenOf } from '../../household/requests';
import { limitHome, refuseByRights } from '../../household/rights';
import type { Screen } from '../../household/screens/screen';
import type { HomeHousehold } from './homes';
import type { WatchedHome } from './watched-home';

/** A screen, and the home as it may see it. */
export interface CommandViewer {
  readonly screen: Screen;
  /** A device, if the screen may see it. */
  readonly device: (id: number) => Device | undefined;
}

/** A screen, and its user's home as far as it may see it. */
export interface HomeViewer extends CommandViewer {
  readonly home: Home;
}

/** A screen with a live connection. */
export interface LiveViewer extends HomeViewer {
  /** The ids of the screens that its browser had at other homes when it connected. */
  readonly others: readonly string[];
}

/** A page that sends frames on a live connection. */
export interface FrameSender extends CommandViewer {
  /** The page's random id. */
  readonly page: string;
  /** The state of the controller; undefined before the home was read. */
  readonly state: ControllerState | undefined;
}

/** A screen for which the server itself commands a home that is watched. Its devices are those that the screen may command now. */
export const actingFor = (screen: Screen, { journal, status }: WatchedHome): Omit<FrameSender, 'page'> => ({
  screen,
  device: (id) =>
    refuseByRights(screen.rights, { kind: 'command', device: id }, journal.home)
      ? undefined
      : journal.device(id),
  state: status?.state
});

/** Whether a screen may know who did something: its own user's screens, if it has the whole home, and always itself. */
export const knowsSender = (of: Readonly<Record<'screen' | 'user', string>>, { screen }: CommandViewer) =>
  of.screen === screen.id || (of.user === screen.user && isFull(screen.rights));
/** Whether a screen may know where something was done. A limited one gets no ids of rooms and floors that it does not see. */
export const isInScope = (scope: string, { screen: { rights } }: CommandViewer): boolean =>
  rights.rooms === null || rights.rooms.some((room) => scope === `room:${room}`);

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
