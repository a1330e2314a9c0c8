/**
 * Baseline for the page: a static page that fetches the home in the file of the first argument, compressed, and writes a plain
 * tile for each room, or on the page of a room a plain button for each of its devices.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { reportPortOf } from './child';

const PAGE = `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Home</title>
<style>
  body { margin: 0; font: 16px sans-serif; background: #f3f1ed }
  main { display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); padding: 24px }
  a, button { display: block; height: 136px; padding: 12px; border-radius: 12px; background: #fff }
</style>
<main></main>
<script>
  fetch('/home').then((reply) => reply.json()).then(({ home }) => {
    const main = document.querySelector('main');
    const add = (tag, className, text) => {
      const tile = document.createElement(tag);
      tile.className = className;
      tile.textContent = text;
      main.append(tile);
      return tile;
    };
    const of = (room) => home.devices.filter((device) => device.room_id === room);
    const [, shown] = location.pathname.match(/^\\/rooms\\/(\\d+)$/) ?? [];
    if (shown) {
      for (const device of of(Number(shown)))
        add('button', 'device', device.name);
    } else {
      for (const room of home.rooms) {
        const on = of(room.id).filter((device) => device.params.Status === true).length;
        add('a', 'tile', room.name + ' · ' + on + ' on').href = '/rooms/' + room.id;
      }
    }
  });
</script>`;

interface Resource {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

function resourceOf(type: string, text: string | Buffer): Resource {
  const body = brotliCompressSync(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

const page = resourceOf('text/html; charset=utf-8', PAGE);
const home = resourceOf('application/json', await readFile(process.argv[2] ?? ''));

const server = createServer(({ url, headers }, response) => {
  const { type, body, etag } = url === '/home' ? home : page;
  response.setHeader('etag', etag).setHeader('cache-control', 'no-cache');
  // As ours: each visit begins in a process of its own, without what one before it has left there.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  if (headers['if-none-match'] === etag) response.writeHead(304).end();
  else response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
}).listen(0, '127.0.0.1');
await reportPortOf(server);
