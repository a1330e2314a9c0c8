import type { HostKind } from '../../server/base/platform/host-kind';
import { missingFilesIn } from '../../server/origin/pages/web-files';
import { hasSqlite } from '../../server/record/sqlite';
import { timeText } from '../backup/restore';
import { finding, type Finding } from './finding';

/** The oldest major version of Node that still gets security updates. */
const SUPPORTED_NODE = 22;

/** The findings of machines that may have a network of their own. */
const ENCLOSED = { container: 'host-container', wsl: 'host-wsl' } as const;

/** What to do on such a machine. */
export const adviceFor = (kind: keyof typeof ENCLOSED): string => finding(ENCLOSED[kind]).advice;

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
export function checkHost(facts: HostFacts): readonly Finding[] {
  const { nodeVersion: version, hostKind, addresses, now, builtAt, webFolder: folder } = facts;
  const missing = missingFilesIn(folder);
  const app = missing.includes('index.html') ? 'app-missing' : missing.length > 0 ? 'app-incomplete' : 'app';
  return [
    finding(Number.parseInt(version, 10) >= SUPPORTED_NODE ? 'node' : 'node-old', { version }),
    ...(hasSqlite() ? [] : [finding('record-none', { version })]),
    finding(app, { folder, count: missing.length }),
    finding(now < builtAt ? 'clock-wrong' : 'clock', { time: timeText(now) }),
    finding(addresses.length > 0 ? 'addresses' : 'addresses-none', { list: addresses.join(', ') }),
    ...(hostKind === 'plain' ? [] : [finding(ENCLOSED[hostKind])])
  ];
}
