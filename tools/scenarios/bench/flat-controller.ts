/**
 * A controller whose responses cost almost no CPU time: a virtual controller behind a cache of its device
 * responses. The first argument is the number of its devices.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startVirtual } from '../../../proxy/sources/virtual/start';
import { hotelOf } from '../../support/house';
import { reportPortOf } from './child';

const IS_KEPT = /^\/api\/v2\/devices(?:\/\d+)?$/;

const virtual = await startVirtual({ house: hotelOf(Number(process.argv[2])), isLiving: false });
const cache = new Map<string, Buffer>();

const give = (reply: ServerResponse, body: Buffer) =>
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);

function ask(question: IncomingMessage, reply: ServerResponse): void {
  const { method, url = '', headers } = question;
  const asked = request({ port: virtual.port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    if (method === 'GET' && answer.statusCode === 200 && IS_KEPT.test(url)) {
      void buffer(answer).then((body) => {
        cache.set(url, body);
        give(reply, body);
      });
      return;
    }
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  asked.on('error', () => reply.destroy());
  reply.on('close', () => asked.destroy());
  question.pipe(asked);
}

const server = createServer((question, reply) => {
  const body = question.method === 'GET' ? cache.get(question.url ?? '') : undefined;
  if (body) give(reply, body);
  else ask(question, reply);
}).listen(0, '127.0.0.1');
await reportPortOf(server);
