import { DEMO_CONTROLLER_ID } from '#shared/demo';
import type { SessionState } from './session.svelte';

/** Whether this screen is signed in to the demo home, which is not of the household. */
export const isInDemo = ({ who }: Pick<SessionState, 'who'>): boolean =>
  who?.controller.id === DEMO_CONTROLLER_ID;

/** Whether this screen may change where controllers are, and add others: one of all rights, of a real controller. */
export const managesHome = (session: Pick<SessionState, 'who' | 'isFull'>): boolean =>
  session.isFull && !isInDemo(session);
