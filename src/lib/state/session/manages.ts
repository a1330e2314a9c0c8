import { DEMO_CONTROLLER_ID } from '#shared/demo';
import type { ScreenEntry } from '#shared/household';
import type { SessionState } from './session.svelte';

/** Whether this screen is signed in to the demo home, which is not of the household. */
export const isInDemo = ({ current }: Pick<SessionState, 'current'>): boolean =>
  current?.controller.id === DEMO_CONTROLLER_ID;

/** Whether this screen manages the household: controllers, other people's screens, and who manages. The demo home is nobody's. */
export const managesHome = (session: Pick<SessionState, 'current'>): boolean =>
  session.current?.rights.manages === true && !isInDemo(session);

/** Whether this screen may name, limit, end or let back in another one of its list: one that manages only where it manages itself. */
export const mayChange = (
  session: Pick<SessionState, 'current'>,
  { current, rights }: Pick<ScreenEntry, 'current' | 'rights'>
): boolean => managesHome(session) || current || !rights.manages;
