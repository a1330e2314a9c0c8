import { networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import type { RunningProxy } from './start';

/** Everything that the greeting tells. */
export interface Greeting {
  readonly proxy: Pick<RunningProxy, 'http' | 'https'>;
  /** The owner's own address for us, where there is one. */
  readonly origin: string | undefined;
  /** Whether we listen beyond this machine. */
  readonly isOpen: boolean;
  readonly isDemo: boolean;
  /** Whether somebody looks: then there is a QR code too. */
  readonly isTerminal: boolean;
}

/** What is printed once the proxy answers: where, and what to do first. */
export function greetingOf({ proxy, origin, isOpen, isDemo, isTerminal }: Greeting): string {
  const { port } = new URL(proxy.http);
  const nearby = isOpen ? lanAddresses().map((address) => `http://${address}:${port}`) : [];
  const addresses = [proxy.http, proxy.https, ...nearby, origin].filter((each) => each != null);
  const forPhones = origin ?? nearby[0];
  return [
    ...addresses.map((address) => `  ${address}`),
    isDemo
      ? `Mantel is ready: open ${proxy.http} and sign in to "Demo home" as demo, password demo.`
      : `Mantel is ready: open ${proxy.http} and sign in to your controller.`,
    ...(isTerminal && forPhones !== undefined ? [renderUnicodeCompact(forPhones)] : []),
    ''
  ].join('\n');
}

function lanAddresses() {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
