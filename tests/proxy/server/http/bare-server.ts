import { systemClock } from '#shared/clock';
import { silentLog, type Log } from '../../../../proxy/server/base/platform/log';
import { AccessControl } from '../../../../proxy/server/household/access-control';
import { Screens } from '../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../proxy/server/household/screens/stored-screens';
import { Connections } from '../../../../proxy/server/http/connections';
import { Hosts } from '../../../../proxy/server/http/hosts';
import { createServer } from '../../../../proxy/server/http/server';
import { FakeClock } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';

/** A server without routes, and the screens that its access control knows. */
export function bareServer(log: Log = silentLog) {
  const screens = new Screens(memoryFile<StoredScreens>([]), new FakeClock());
  const household = { screens, pins: { isLocked: () => false }, trustedProxies: [] };
  const hosts = new Hosts({ name: 'mantel', origin: undefined, certificateNames: () => [] });
  const accessControl = new AccessControl(household as never, hosts);
  const connections = new Connections({ clock: systemClock, trustedProxies: [] });
  return { app: createServer({ log, accessControl, connections }), screens };
}
