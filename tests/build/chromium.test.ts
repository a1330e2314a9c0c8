import { chromium, type Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { findChromium, launchOptions } from '../../.ci/chromium.mjs';
import { temporaryFolder } from '../support/temporary-folder';

const page =
  '<!doctype html><title>Test</title><p style="font: 40px sans-serif; width: 300px; height: 80px">';

describe('the Chromium of the tests', () => {
  let browser: Browser;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isWorker ? 'self.addEventListener("fetch", () => {})' : page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    origin = `http://127.0.0.1:${address.port}`;
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.send('hello');
    });
    const { path } = await findChromium();
    browser = await chromium.launch(launchOptions(path));
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** A tab with the page, for one test. */
  async function openTab() {
    const tab = await browser.newPage();
    onTestFinished(() => tab.close());
    await tab.goto(origin);
    return tab;
  }

  it('draws different letters differently, Latin and Cyrillic', async () => {
    const tab = await openTab();
    const line = tab.locator('p');
    const pictures = new Set<string>();
    for (const text of ['', 'aaaa', 'bbbb', 'жжжж', 'яяяя']) {
      await line.evaluate((element, words) => {
        element.textContent = words;
      }, text);
      pictures.add(
        createHash('sha256')
          .update(await line.screenshot())
          .digest('hex')
      );
    }
    expect(pictures.size).toBe(5);
  });

  it('registers a service worker on http://127.0.0.1', async () => {
    const tab = await openTab();
    const state = await tab.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      return (await navigator.serviceWorker.ready).active?.state;
    });
    expect(['activating', 'activated']).toContain(state);
  });

  it('opens a WebSocket', async () => {
    const tab = await openTab();
    const received = await tab.evaluate(
      (url) =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(url);
          socket.onmessage = ({ data }) => {
            resolve(data);
          };
          socket.onerror = () => {
            reject(new Error('no connection'));
          };
        }),
      origin.replace('http', 'ws')
    );
    expect(received).toBe('hello');
  });
});

describe('findChromium', () => {
  afterEach(() => vi.unstubAllEnvs());

  async function program(body: string): Promise<string> {
    const path = join(await temporaryFolder(), 'chromium');
    await writeFile(path, `#!/bin/sh\n${body}\n`);
    await chmod(path, 0o755);
    return path;
  }

  it('prefers the program in CHROMIUM_PATH', async () => {
    const path = await program('echo "Chromium 1.2.3.4"');
    vi.stubEnv('CHROMIUM_PATH', path);
    await expect(findChromium()).resolves.toEqual({ path, version: '1.2.3.4', from: 'CHROMIUM_PATH' });
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    "prefers the package's pinned browser to those of the machine",
    async () => {
      vi.stubEnv('CHROMIUM_PATH', undefined);
      await expect(findChromium()).resolves.toMatchObject({ from: '@sparticuz/chromium' });
    }
  );

  it('skips a program that does not answer --version', async () => {
    vi.stubEnv('CHROMIUM_PATH', await program('exit 1'));
    expect((await findChromium()).from).not.toBe('CHROMIUM_PATH');
  });
});
