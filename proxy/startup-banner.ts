import { renderUnicodeCompact } from 'uqr';
import type { Machine } from './machine';
import type { RunningProxy } from './start';
import type { ServerOrigins } from './server-origins';

/** Everything that the greeting tells. */
export interface Greeting {
  readonly proxy: Pick<RunningProxy, 'http' | 'fingerprint'> & {
    readonly whereabouts: Pick<ServerOrigins, 'origins' | 'firstPage'>;
  };
  readonly machine: Machine;
  readonly isDemo: boolean;
  /** Whether somebody looks: then there is a QR code too. */
  readonly isTerminal: boolean;
  /** A setup code, where one was asked for. */
  readonly setupCode?: string | undefined;
}

/** Why no phone finds an address of such a machine, where that is so. */
const ENCLOSED: Readonly<Record<Machine, string | null>> = {
  plain: null,
  container:
    'This seems to be a container. Where that has a network of its own, phones do not reach it: start it with the host’s network, or name its address with --origin.',
  wsl: 'This seems to be WSL. Where that has a network of its own, phones do not reach it: set networkingMode=mirrored in .wslconfig, or run Mantel on another machine.'
};

/** What is printed once the proxy answers: where, and the one thing to do next. */
export function greetingOf({ proxy, machine, isDemo, isTerminal, setupCode }: Greeting): string {
  const { http, fingerprint, whereabouts } = proxy;
  const signIn = isDemo ? 'sign in to "Demo home" as demo, password demo' : 'sign in to your controller';
  const addresses = [http, ...whereabouts.origins].map((address) => `  ${address}`);
  const paragraphs = [
    addresses.join('\n'),
    `Mantel is ready: open ${http} on this machine and ${signIn}.`,
    ...forPhones(whereabouts.firstPage, isTerminal),
    ...(setupCode === undefined ? [] : [`Setup code, good once for 15 minutes:\n  ${setupCode}`]),
    ...(fingerprint === null ? [] : [`Its certificate’s SHA-256 fingerprint:\n  ${fingerprint}`]),
    ...[ENCLOSED[machine]].filter((sentence) => sentence !== null)
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function forPhones(page: string | null, isTerminal: boolean): string[] {
  if (page === null)
    return ['No phone reaches it: this machine has no address in a home network, or --host keeps to itself.'];
  const told = `On a phone or tablet, open ${page}`;
  return isTerminal ? [`${told}, or point its camera here:`, renderUnicodeCompact(page)] : [`${told}.`];
}
