import { silentLog } from '../../server/base/platform/log';
import { CardReader } from '../../server/controllers/card';
import { queryName } from '../../server/origin/mdns/name-query';
import type { Options } from '../cli/options';
import { checkControllers, checkDiscovery } from './controller-checks';
import { checkData, type DiskSpace, checkBackups } from './data-checks';
import { finding, type Finding } from './finding';
import { checkHost, type HostFacts } from './host-checks';
import { checkCertificate, checkName, checkPort } from './server-checks';

/** What `doctor` checks. */
interface Examined {
  readonly options: Options;
  readonly host: HostFacts;
  /** A sentence for each variable that cannot be used. */
  readonly wrongVariables?: readonly string[];
  /** What `service backups` stored; undefined if the nightly backups are off. */
  readonly backupSettings?: string | undefined;
  /** Replaced in tests. */
  readonly cards?: Pick<CardReader, 'cardOf'>;
  /** Replaced in tests. */
  readonly spaceOf?: (folder: string) => Promise<DiskSpace>;
  /** What else is checked of the box: the service. */
  readonly moreChecks?: readonly (() => Promise<readonly Finding[]>)[];
  /** What else is checked of homes: the sources. */
  readonly checksOfHomes?: readonly (() => Promise<readonly Finding[]>)[];
  /**
   * The controller of the home that this is for: nothing of other homes is found then, and the network is not searched. Undefined for the
   * owner of the box.
   */
  readonly home?: string | undefined;
  /** Searches for controllers; replaced in tests. */
  readonly discover?: typeof checkDiscovery;
  /** Asks the network for the name; replaced in tests. */
  readonly query?: typeof queryName;
}

/**
 * Makes the checks of `doctor`. It changes nothing, and can run beside the program. The search for controllers takes 3 s, and the query of
 * the name 1 s.
 */
export async function diagnose({
  options,
  host,
  wrongVariables = [],
  backupSettings,
  cards = new CardReader(),
  spaceOf,
  moreChecks = [],
  checksOfHomes = [],
  home,
  discover = checkDiscovery,
  query = queryName
}: Examined): Promise<readonly Finding[]> {
  const isOfBox = home === undefined;
  const search = () =>
    discover({
      log: silentLog,
      rule: options,
      prefixes: options.discoveryPrefix,
      port: options.discoveryPort,
      targets: options.discoveryTargets
    });
  const [http, https, data, discovery] = await Promise.all([
    checkPort(options, 'http'),
    checkPort(options, 'https'),
    checkData(options.dataDir, spaceOf, home),
    Promise.all(isOfBox ? [search()] : [])
  ]);
  const more = isOfBox ? [...moreChecks, ...checksOfHomes] : moreChecks;
  return [
    ...wrongVariables.map((why) => finding('option', { why })),
    ...checkHost(host),
    http.finding,
    https.finding,
    ...data.findings,
    await checkCertificate(options, data.read('tls'), host.now),
    await checkName(options, http.server ?? https.server, query),
    ...(await checkControllers(data.read('controllers'), options.controllerPort, cards, home)),
    ...discovery,
    ...(await Promise.all(more.map((check) => check()))).flat(),
    await checkBackups(backupSettings, host.now)
  ];
}
