import { createInterface } from 'node:readline';
import { runTool } from '../support/command-line';
import { messageOf } from '../support/figures';
import { startTcpFaultProxy, type TcpFaultProxy } from '../support/network/tcp-fault-proxy';
import { FAULT_COMMANDS, parseFaultCommand, type FaultChange } from './fault-commands';

/** `npm run faults -- --to 18380 --port 18400 --latency 200`: a fault proxy before a port of this machine. */
const HELP = `Starts a TCP proxy with network faults on 127.0.0.1. Options:
  --to <port>          the port to connect to (required)
  --port <port>        the port to listen on (a free one)
The following work as options, and as lines of input while it runs:
${Object.entries(FAULT_COMMANDS)
  .map(([name, { takes, about }]) => `  ${`${name} ${takes}`.padEnd(36)} ${about}`)
  .join('\n')}
  show                                 print the connections and faults`;

interface FaultOptions {
  readonly to: number;
  readonly port: number;
  readonly changes: readonly FaultChange[];
}

/** Reads `--name value …` up to the next `--`. Throws an Error with a sentence for the user. */
function read(args: readonly string[]): FaultOptions {
  const groups = args
    .join(' ')
    .split(/(?:^|\s)--/)
    .slice(1)
    .map((text) => text.trim().split(/\s+/));
  const ports = { to: 0, port: 0 };
  const changes: FaultChange[] = [];
  for (const [name = '', ...values] of groups) {
    if (name === 'to' || name === 'port') {
      const [port = ''] = values;
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--${name} takes a port`);
      ports[name] = Number(port);
    } else changes.push(changeOf(name, values));
  }
  if (ports.to === 0) throw new Error('--to is required: the port to connect to');
  return { ...ports, changes };
}

function changeOf(name: string, values: readonly string[]): FaultChange {
  const fault = parseFaultCommand(name, values);
  if (!fault.ok) throw new Error(fault.error.message);
  return fault.value;
}

function runCommand(network: TcpFaultProxy, line: string) {
  const [name = '', ...values] = line.trim().split(/\s+/);
  try {
    if (name !== 'show' && name !== '') changeOf(name, values)(network);
    console.log(`${network.open} open, ${network.accepted} accepted`, network.faults);
  } catch (error) {
    console.error(messageOf(error));
  }
}

await runTool({
  help: HELP,
  isBuilt: false,
  read,
  async run({ to, port, changes }) {
    const network = await startTcpFaultProxy(to, port);
    for (const change of changes) change(network);
    console.log(`127.0.0.1:${network.port} forwards to 127.0.0.1:${to} with`, network.faults);
    for await (const line of createInterface({ input: process.stdin })) runCommand(network, line);
    // It goes on without more input, until a signal ends it.
    return new Promise(() => undefined);
  }
});
