import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { optionsSchema } from '../../proxy/box/cli/options';
import { readAddress } from '../../proxy/server/base/net/addresses';
import { flag, text } from '../support/command-line';

export const HELP = `Examines your controller and writes a report without names, addresses, tokens or notes.
  --address <ip>         its IPv4 address
  --port <port>          its HTTP port (80)
  --udp-port <port>      its port for searches (17318)
  --user <name>          the user; by default PROBE_USER, or a prompt
  --listen <s>           how long to poll, in seconds (60)
  --with-device <id>     toggle this switch and back. Locks are refused. Without it, no command is sent
  --with-restart         ask you to restart the controller, and check whether its tokens survive
  --out <file>           the file of the report (controller-report.md)
The password comes from PROBE_PASSWORD, the standard input, or a prompt.`;

/**
 * Reads the arguments. The user is undefined if the probe asks for it.
 * @throws an Error with a sentence for the user if they are unknown or malformed
 */
export function readProbeOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      address: text(''),
      port: text('80'),
      'udp-port': text('17318'),
      user: { type: 'string' },
      listen: text('60'),
      'with-device': { type: 'string' },
      'with-restart': flag,
      out: text('controller-report.md')
    }
  });
  const address = readAddress(values.address, { allowLoopback: true });
  if (!address.ok) throw new Error(`--address: ${address.error.message}`);
  const device = values['with-device'];
  return {
    address: address.value,
    port: wholeNumber(values.port, 65_535),
    udpPort: wholeNumber(values['udp-port'], 65_535),
    // The proxy's default discovery prefixes.
    words: v.parse(optionsSchema, {}).discoveryPrefix,
    user: values.user ?? userByDefault(),
    listenMs: wholeNumber(values.listen, 3_600) * 1000,
    device: device === undefined ? null : wholeNumber(device, Number.MAX_SAFE_INTEGER),
    isRestarted: values['with-restart'],
    out: values.out
  };
}

/** The user's name; undefined if it can be asked for. Without a terminal, the standard input holds the password only. */
function userByDefault(): string | undefined {
  const user = process.env['PROBE_USER'];
  if (user === undefined && !process.stdin.isTTY) throw new Error('Name the user with --user or PROBE_USER.');
  return user;
}

function wholeNumber(text: string, most: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (number <= most) return number;
  throw new Error('--port, --udp-port, --listen and --with-device take whole numbers.');
}
