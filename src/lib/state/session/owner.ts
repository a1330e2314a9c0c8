import type { Session } from '#shared/wire';

/** Returns a key of the home that a session shows: its controller and user. Null without a session. */
export const ownerOf = (session: Session | null): string | null =>
  session && `${session.controller.id} ${session.user}`;
