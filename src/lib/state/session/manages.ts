import { DEMO_CONTROLLER_ID } from '#shared/demo';
import type { ScreenEntry } from '#shared/household';
import type { SessionState } from './session.svelte';

/** Whether this screen is signed in to the demo home, which does not belong to the household. */
export const isInDemo = ({ current }: Pick<SessionState, 'current'>): boolean =>
  current?.controller.id === DEMO_CONTROLLER_ID;

/** Forgets the demo home, which ends with the first sign-in to a real one. */
export function forgetDemo(session: SessionState): void {
  const demo = session.homes.list.find(({ id }) => id === DEMO_CONTROLLER_ID);
  if (demo && session.home !== demo.id) void session.signOut(demo.id);
}

/**
 * Whether this screen manages the home: its controller, its account, the screens and rights. Nobody manages the demo home.
 */
export const managesHome = (session: Pick<SessionState, 'current'>): boolean =>
  session.current?.rights.manages === true && !isInDemo(session);

/**
 * Whether this screen may rename, limit, end or let back in another screen. Only a managing screen may change a
 * managing one; each screen may change itself.
 */
export const mayChange = (
  session: Pick<SessionState, 'current'>,
  { current, rights }: Pick<ScreenEntry, 'current' | 'rights'>
): boolean => managesHome(session) || current || !rights.manages;
