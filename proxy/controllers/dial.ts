import { connect } from 'node:net';
import { codeOf } from '../store/error-code';

/** How long an address may take to accept or to refuse a connection, in ms: a handshake within the home takes a few. */
const DIAL_TIMEOUT_MS = 1_500;

/** Whether anybody answers at an address, be it with a refusal. The connection is closed at once: no byte is sent on it. */
export function dial(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(DIAL_TIMEOUT_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', (error) => end(['ECONNREFUSED', 'ECONNRESET'].includes(String(codeOf(error)))));
  });
}
