import type { Attempt } from './attempt';
import * as commands from './attempts/commands';
import * as connections from './attempts/connections';
import * as homes from './attempts/homes';
import * as requests from './attempts/requests';
import * as restart from './attempts/restart';
import * as strangers from './attempts/strangers';
import * as unread from './attempts/unread';

/** All attempts by name, in the order in which they run. */
export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'idle-connections': connections.idle,
  'idle-tls': connections.idleTls,
  'asking-tls': connections.askingTls,
  'keep-alive': connections.keepAlive,
  'unread-homes': unread.unreadHomes,
  'pipelined-homes': unread.pipelinedHomes,
  'unread-sockets': unread.unreadSockets,
  'many-entries': homes.manyEntries,
  'large-home': homes.largeHome,
  'many-rooms': homes.manyRooms,
  'bare-rooms': homes.bareRooms,
  'many-params': homes.manyParams,
  'large-params': homes.largeParams,
  'many-events': homes.manyEventPolls,
  'medium-events': homes.mediumEventPolls,
  'fat-events': homes.fatEventPolls,
  'new-names': homes.newNamePolls,
  'many-names': homes.manyNamePolls,
  'huge-values': homes.hugeValuePolls,
  'stop-flood': commands.stops,
  'unknown-methods': commands.unknownMethods,
  'new-parameters': commands.knownMethods,
  'batch-flood': commands.batches,
  'forty-lights': commands.fortyLights,
  'shutter-stops': commands.shutterStops,
  restart: restart.apart,
  'restart-behind-one': restart.behindOne,
  'mutated-heads': requests.mutatedHeads,
  hijack: requests.hijack,
  'sign-ins-elsewhere': strangers.signInsElsewhere,
  'setup-codes': strangers.setupCodes,
  'forged-replies': strangers.forgedReplies,
  'swapped-address': strangers.swappedAddress
};
