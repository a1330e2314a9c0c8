import type { HostKind } from '../../server/base/platform/host-kind';
import { missingFilesIn } from '../../server/origin/pages/web-files';
import { timeText } from '../backup/restore';
import { note, ok, problem, type Finding } from './finding';

/** The oldest major version of Node that still gets security updates. */
const SUPPORTED_NODE = 22;

/** What to do on the kinds of machine that may have a network of their own. */
export const ENCLOSED: Readonly<Record<Exclude<HostKind, 'plain'>, string>> = {
  container:
    'This seems to be a container. In a network of its own neither phones nor searches reach it: use the host’s network (`network_mode: host`), or name its address with --origin.',
  wsl: 'This seems to be WSL. In a network of its own neither phones nor searches reach it: set networkingMode=mirrored in .wslconfig, or run Mantel on another machine.'
};

/** What is known about this machine. */
export interface HostFacts {
  /** Version of Node, such as `22.3.0`. */
  readonly nodeVersion: string;
  readonly hostKind: HostKind;
  /** Addresses in a home network. */
  readonly addresses: readonly string[];
  /** Current time, in ms. */
  readonly now: number;
  /** When the program was built, in ms. */
  readonly builtAt: number;
  /** Folder of the built app; empty if there is none. */
  readonly webFolder: string;
}

/** Checks Node, the app's files, the clock and the network of this machine. */
export const checkHost = (facts: HostFacts): readonly Finding[] =>
  [checkNode, checkPages, checkClock, checkNetwork].flatMap((check) => check(facts));

function checkNode({ nodeVersion }: HostFacts): Finding {
  return Number.parseInt(nodeVersion, 10) >= SUPPORTED_NODE
    ? ok('Node', nodeVersion)
    : note('Node', `${nodeVersion} gets no security updates any more.`, 'Install Node 24 or 22.');
}

function checkPages({ webFolder }: HostFacts): Finding {
  const advice = 'Run `npm start` in a checkout, or unpack the archive again.';
  const missing = missingFilesIn(webFolder);
  if (missing.includes('index.html'))
    return problem('app', 'Its pages are missing, so browsers get nothing.', advice);
  if (missing.length > 0)
    return problem('app', `${missing.length} of its files are missing, so pages stay blank.`, advice);
  return ok('app', webFolder);
}

function checkClock({ now, builtAt }: HostFacts): Finding {
  if (now < builtAt)
    return problem(
      'clock',
      `It says ${timeText(now)}, which is before this version was built. Phones then refuse the certificate.`,
      'Set the time, and let the system keep it: `timedatectl set-ntp true`.'
    );
  return ok('clock', timeText(now));
}

function checkNetwork({ addresses, hostKind }: HostFacts): Finding[] {
  const own = 'This machine may have a network of its own.';
  const text = 'This machine has no address in a home network, so phones can’t connect.';
  return [
    addresses.length > 0
      ? ok('addresses', addresses.join(', '))
      : problem('addresses', text, 'Connect its cable or its Wi-Fi, and see `ip address`.'),
    ...(hostKind === 'plain' ? [] : [note('host', own, ENCLOSED[hostKind])])
  ];
}
