import * as v from 'valibot';
import WebSocket from 'ws';
import { isLoopback } from '../../server/base/net/addresses';
import { readServerAddress, USUAL_ADDRESS } from '../../sources/zwave-js/server-address';
import { ok, problem, type Finding } from './finding';

/** Timeout for connecting and for the first message, in ms. */
const GREETING_TIMEOUT_MS = 1_000;
/** Maximum length of the first message, in bytes. */
const MAX_GREETING_BYTES = 10_000;

/** The first message of a Z-Wave JS server, by which it is told from another program on its port. */
const greetingSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.literal('version'), minSchemaVersion: v.number() })
);

const SUBJECT = 'Z-Wave JS';

/**
 * Checks whether the Z-Wave JS server of this machine is open to the network. It asks for no password: anyone who reaches it can open locks.
 * Only its first message is read, and nothing is sent to it.
 * @param server the option, if it is set
 * @param addresses of this machine in the home network
 * @returns nothing where there is no server
 */
export async function checkZWaveJs(
  server: string | undefined,
  addresses: readonly string[]
): Promise<readonly Finding[]> {
  const read = server === undefined ? undefined : readServerAddress(server);
  const { host, port, path, fingerprint } = read?.ok ? read.value : USUAL_ADDRESS;
  if (fingerprint !== null) return [ok(SUBJECT, `It is reached at ${host} by its pinned certificate alone.`)];
  if (!(await greets(host, port, path)))
    return server === undefined
      ? []
      : [
          problem(
            SUBJECT,
            `No Z-Wave JS server answers at ${host}, port ${port}.`,
            'Start the server, or correct --zwave-js.'
          )
        ];
  const tried = await Promise.all(
    addresses
      .filter((address) => !isLoopback(address))
      .map(async (address) => ((await greets(address, port, path)) ? address : null))
  );
  const open = tried.filter((address) => address !== null);
  if (open.length === 0) return [ok(SUBJECT, `Only this machine reaches its server, on port ${port}.`)];
  return [
    problem(
      SUBJECT,
      `Its server is open to the network at ${open.join(' and ')}, port ${port}: anyone who reaches it can open locks, without a password.`,
      'Let it listen on 127.0.0.1 alone, or close the port in the firewall: see docs/zwave-js.md.'
    )
  ];
}

/** Whether a Z-Wave JS server answers there. */
function greets(host: string, port: number, path: string): Promise<boolean> {
  const socket = new WebSocket(`ws://${host}:${port}${path}`, {
    ...{ maxPayload: MAX_GREETING_BYTES, perMessageDeflate: false, followRedirects: false }
  });
  return new Promise((resolve) => {
    const end = (isGreeting: boolean) => {
      clearTimeout(timer);
      socket.terminate();
      resolve(isGreeting);
    };
    const timer = setTimeout(() => end(false), GREETING_TIMEOUT_MS);
    socket.on('error', () => end(false));
    socket.once('message', (data) => end(Buffer.isBuffer(data) && v.is(greetingSchema, data.toString())));
  });
}
