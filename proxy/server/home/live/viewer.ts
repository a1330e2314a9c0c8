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

/** A screen, and its home as far as it may see it. */
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

/**
 * Whether a screen may know who did something: a screen with unlimited rights in the home, and always itself.
 * @param sender the id of the screen that did it
 */
export const knowsSender = (sender: string, { screen }: CommandViewer): boolean =>
  sender === screen.id || isFull(screen.rights);

/** Whether a screen may know where something was done. A limited one gets no ids of rooms and floors that it does not see. */
export const isInScope = (scope: string, { screen: { rights } }: CommandViewer): boolean =>
  rights.rooms === null || rights.rooms.some((room) => scope === `room:${room}`);

/**
 * The screen of a request as it is once its home was read, and what it may see of that. Everything that a route reads or changes of a home
 * passes through it.
 */
export async function viewerOf(
  request: FastifyRequest,
  { screens, homes }: HomeHousehold
): Promise<Result<HomeViewer>> {
  const { id, controller } = screenOf(request);
  const read = await homes.read(controller);
  // It may have been ended, locked or limited while the home was read.
  const screen = screens.admit(id);
  if (!screen.ok) return screen;
  if (!read.ok) return read;
  const home = limitHome(read.value, screen.value.rights.rooms);
  const byId = new Map(home.devices.map((device) => [device.id, device]));
  return succeed({ screen: screen.value, home, device: (of: number) => byId.get(of) });
}
