import { renderUnicodeCompact } from 'uqr';
import type { ServerOrigins } from '../../server/base/net/server-origins';
import type { HostKind } from '../../server/base/platform/host-kind';
import { adviceFor } from '../doctor/host-checks';

/** What the startup banner depends on. */
export interface StartupBannerDeps {
  readonly proxy: {
    /** The http origin on this machine. */
    readonly http: string;
    /** SHA-256 fingerprint of the local CA; null if there is none. */
    readonly fingerprint: string | null;
    readonly serverOrigins: Pick<ServerOrigins, 'origins' | 'firstPage'>;
  };
  readonly hostKind: HostKind;
  readonly isDemo: boolean;
  /** Whether stdout is a terminal: the banner then has a QR code. */
  readonly isTerminal: boolean;
  /** A setup code, if one was asked for. */
  readonly setupCode?: string | undefined;
}

/** Text that is printed when the server is ready: its addresses, and what to do next. */
export function startupBanner({ proxy, hostKind, isDemo, isTerminal, setupCode }: StartupBannerDeps): string {
  const { http, fingerprint, serverOrigins } = proxy;
  const signIn = isDemo ? 'sign in to "Demo home" as demo, password demo' : 'sign in to your controller';
  const addresses = [http, ...serverOrigins.origins].map((address) => `  ${address}`);
  const paragraphs = [
    addresses.join('\n'),
    `Mantel is ready: open ${http} on this machine and ${signIn}.`,
    forPhones(serverOrigins.firstPage, isTerminal),
    ...(setupCode === undefined ? [] : [`Setup code, good once for 15 minutes:\n  ${setupCode}`]),
    ...(fingerprint === null ? [] : [`Its certificate’s SHA-256 fingerprint:\n  ${fingerprint}`]),
    ...(hostKind === 'plain' ? [] : [adviceFor(hostKind)])
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function forPhones(page: string | null, isTerminal: boolean): string {
  if (page === null)
    return 'Phones can’t connect: this machine has no address in a home network, or --host keeps to itself.';
  const told = `On a phone or tablet, open ${page}`;
  return isTerminal ? `${told}, or point its camera here:\n\n${renderUnicodeCompact(page)}` : `${told}.`;
}
