import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { freePort } from '../../support/ports';
import { HEIGHT, WIDTH, type Browser } from './browser';
import { keyActions, mouseActions } from './input-actions';
import { ProcessGroup } from './process-group';

const REQUEST_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 20_000;
const START_INTERVAL_MS = 100;

const replySchema = v.object({ value: v.unknown() });
const sessionSchema = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserVersion: v.string() })
});
const statusSchema = v.object({ ready: v.boolean() });

/** How to start a driver and its engine. */
interface WebDriverOptions {
  /** The engine's name. The driver reports that of its browser, which only shows it. */
  readonly name: string;
  /** The driver's program. It takes `--port`. */
  readonly driver: string;
  /** Requested capabilities, which name the engine's program and its arguments. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** More variables of the driver and the engine. They have a new home folder. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called after the engine has ended. */
  readonly onClose?: () => Promise<void>;
}

/** Starts an engine through its driver: W3C WebDriver over HTTP (https://www.w3.org/TR/webdriver2/). */
export async function startWebDriver(options: WebDriverOptions): Promise<Browser> {
  // The drivers cannot choose a port themselves.
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'mantel-engine-'));
  const env = { XDG_RUNTIME_DIR: folder, HOME: folder, ...options.env };
  const processes = new ProcessGroup(options.driver, [`--port=${port}`], env);
  const driver = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await processes.stop();
    await options.onClose?.();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(driver);
    const created = v.parse(
      sessionSchema,
      await send(driver, 'POST', '/session', { capabilities: { alwaysMatch: options.capabilities } })
    );
    const session = `${driver}/session/${created.sessionId}`;
    const version = `${options.name} ${created.capabilities.browserVersion}`;
    const browser: Browser = { version, ...browserIn(session, stop) };
    await browser.resize(WIDTH);
    return browser;
  } catch (error) {
    await stop();
    throw error;
  }
}

function browserIn(session: string, stop: () => Promise<void>): Omit<Browser, 'version'> {
  const post = (path: string, body: unknown) => send(session, 'POST', path, body);
  return {
    async open(url) {
      await post('/url', { url });
    },
    evaluate: (expression) => post('/execute/sync', { script: `return (${expression})`, args: [] }),
    async mouse(steps) {
      await post('/actions', { actions: mouseActions(steps) });
    },
    async press(keys) {
      await post('/actions', { actions: keyActions(keys) });
    },
    async resize(width, height = HEIGHT) {
      // Cog has no window that could be resized, and refuses.
      await post('/window/rect', { width, height }).catch(() => undefined);
    },
    async picture() {
      const picture = v.parse(v.string(), await send(session, 'GET', '/screenshot'));
      return Buffer.from(picture, 'base64');
    },
    async close() {
      // The engine ends with its session. If only the driver were stopped, it would stay.
      await send(session, 'DELETE', '').catch(() => undefined);
      await stop();
    }
  };
}

/** Sends one command. Rejects with the driver's error. */
async function send(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(base + path, {
    method,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) })
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`The driver refused ${method} ${path || base}: ${text}`);
  return v.parse(replySchema, JSON.parse(text)).value;
}

async function untilReady(driver: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const status = await send(driver, 'GET', '/status').catch((error: unknown) => error);
    const read = v.safeParse(statusSchema, status);
    if (read.success && read.output.ready) return;
    if (performance.now() > end) throw new Error('The driver is not ready.', { cause: status });
    await wait(START_INTERVAL_MS);
  }
}
