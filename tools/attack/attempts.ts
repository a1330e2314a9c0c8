import type { Attempt } from './attempt';
import { COMMANDS } from './attempts/commands';
import { CONNECTIONS } from './attempts/connections';
import { HOMES } from './attempts/homes';
import { REQUESTS } from './attempts/requests';
import { RESTARTS } from './attempts/restart';
import { STRANGERS } from './attempts/strangers';
import { UNREAD } from './attempts/unread';

/** All attempts by name, in the order in which they run. */
export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  ...CONNECTIONS,
  ...UNREAD,
  ...HOMES,
  ...COMMANDS,
  ...RESTARTS,
  ...REQUESTS,
  ...STRANGERS
};
