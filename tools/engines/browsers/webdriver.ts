import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { HEIGHT, WIDTH, type Browser } from './browser';
import { freePort } from '../../support/ports';
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
  /** Variables of the driver and the engine. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called after the engine has ended. */
  readonly onClose?: () => Promise<void>;
}

/** Starts an engine through its driver: W3C WebDriver over HTTP (https://www.w3.org/TR/webdriver2/). */
export async function startWebDriver(options: WebDriverOptions): Promise<Browser> {
  // The drivers cannot choose a port themselves.
  const port = await freePort();
  const processes = new ProcessGroup(options.driver, [`--port=${port}`], options.env);
  const driver = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await processes.stop();
    await options.onClose?.();
  };
  try {
    await untilReady(driver);
    const created = v.parse(
      sessionSchema,
      await send(driver, 'POST', '/session', { capabilities: { alwaysMatch: options.capabilities } })
    );
    const browser = new WebDriver({
      session: `${driver}/session/${created.sessionId}`,
      version: `${options.name} ${created.capabilities.browserVersion}`,
      stop
    });
    await browser.resize(WIDTH);
    return browser;
  } catch (error) {
    await stop();
    throw error;
  }
}

class WebDriver implements Browser {
  readonly version: string;
  readonly #session: string;
  readonly #stop: () => Promise<void>;

  constructor(parts: { session: string; version: string; stop: () => Promise<void> }) {
    this.version = parts.version;
    this.#session = parts.session;
    this.#stop = parts.stop;
  }

  async open(url: string): Promise<void> {
    await this.#post('/url', { url });
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#post('/execute/sync', { script: `return (${expression})`, args: [] });
  }

  async mouse(steps: Parameters<Browser['mouse']>[0]): Promise<void> {
    await this.#post('/actions', { actions: mouseActions(steps) });
  }

  async press(keys: readonly string[]): Promise<void> {
    await this.#post('/actions', { actions: keyActions(keys) });
  }

  async resize(width: number, height = HEIGHT): Promise<void> {
    // Cog has no window that could be resized, and refuses.
    await this.#post('/window/rect', { width, height }).catch(() => undefined);
  }

  async picture(): Promise<Buffer> {
    const picture = v.parse(v.string(), await send(this.#session, 'GET', '/screenshot'));
    return Buffer.from(picture, 'base64');
  }

  async close(): Promise<void> {
    // The engine ends with its session. If only the driver were stopped, it would stay.
    await send(this.#session, 'DELETE', '').catch(() => undefined);
    await this.#stop();
  }

  #post(path: string, body: unknown): Promise<unknown> {
    return send(this.#session, 'POST', path, body);
  }
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
