import { parseArgs } from 'node:util';
import { fail, succeed, type Result } from '#shared/errors';
import { readAddress } from '../../proxy/net/addresses';
import { optionsSchema } from '../../proxy/cli/options';
import * as v from 'valibot';

/** Options of the probe. */
export interface ProbeOptions {
  readonly address: string;
  readonly port: number;
  readonly udpPort: number;
  readonly words: readonly string[];
  /** Undefined: the probe asks for it. */
  readonly user: string | undefined;
  readonly listenMs: number;
  readonly device: number | null;
  readonly isRestarted: boolean;
  /** File name of the report. */
  readonly out: string;
}

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

/** Reads the arguments. Unknown or malformed ones fail with `bad-option`. */
export function readProbeOptions(args: readonly string[]): Result<ProbeOptions | 'help', 'bad-option'> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ address: text, port: text, 'udp-port': text, user: text, listen: text, 'with-device': text },
        ...{ 'with-restart': flag, out: text, help: flag }
      }
    });
    if (values.help === true) return succeed('help');
    const address = readAddress(values.address ?? '', { allowLoopback: true });
    if (!address.ok) return fail('bad-option', `--address: ${address.error.message}`);
    const numbers = [
      wholeNumber(values.port ?? '80', 65_535),
      wholeNumber(values['udp-port'] ?? '17318', 65_535),
      wholeNumber(values.listen ?? '60', 3_600),
      wholeNumber(values['with-device'] ?? '0', Number.MAX_SAFE_INTEGER)
    ];
    const [port, udpPort, seconds, device] = numbers;
    if (port === undefined || udpPort === undefined || seconds === undefined || device === undefined)
      return fail('bad-option', '--port, --udp-port, --listen and --with-device take whole numbers.');
    return succeed({
      address: address.value,
      port,
      udpPort,
      words: defaultWords(),
      user: values.user,
      listenMs: seconds * 1000,
      device: values['with-device'] === undefined ? null : device,
      isRestarted: values['with-restart'] === true,
      out: values.out ?? 'controller-report.md'
    });
  } catch (error) {
    return fail('bad-option', error instanceof Error ? error.message : 'The options cannot be read');
  }
}

/** The proxy's default discovery prefixes. */
const defaultWords = () => v.parse(optionsSchema, {}).discoveryPrefix;

function wholeNumber(text: string, most: number): number | undefined {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : undefined;
}
