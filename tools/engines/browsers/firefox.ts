import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { BidiConnection } from './bidi-connection';
import { HEIGHT, WIDTH, type Browser } from './browser';
import { keyActions, mouseActions } from './input-actions';
import { ProcessGroup } from './process-group';

/** Firefox calls its maker's servers at the start. A proxy that nothing listens on keeps it on loopback. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false
};

const sessionSchema = v.object({
  capabilities: v.object({ browserName: v.string(), browserVersion: v.string() })
});
const tabSchema = v.object({ context: v.string() });
const resultSchema = v.variant('type', [
  v.object({ type: v.literal('success'), result: v.object({ value: v.string() }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) })
]);
const pictureSchema = v.object({ data: v.string() });

/**
 * Starts Firefox with a new profile, and drives it over WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), which
 * needs no separate driver.
 * @param program its path
 */
export async function startFirefox(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'mantel-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const processes = new ProcessGroup(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' }
  );
  const stop = async () => {
    await processes.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const [, address = ''] = await processes.says(/WebDriver BiDi listening on (ws:\S+)/);
    const connection = await BidiConnection.open(`${address}/session`);
    return await newPage(connection, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function newPage(connection: BidiConnection, stop: () => Promise<void>): Promise<Browser> {
  const { capabilities } = v.parse(sessionSchema, await connection.send('session.new', { capabilities: {} }));
  // The window that Firefox opens is not active, and its elements receive no focus events. A new tab is.
  const created = await connection.send('browsingContext.create', { type: 'tab' });
  const { context } = v.parse(tabSchema, created);
  const resize = async (width: number, height = HEIGHT) => {
    await connection.send('browsingContext.setViewport', { context, viewport: { width, height } });
  };
  await resize(WIDTH);
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    resize,
    async open(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      // As text, so that no value needs the types of BiDi.
      const read = v.parse(
        resultSchema,
        await connection.send('script.evaluate', {
          expression: `String(JSON.stringify(${expression}))`,
          target: { context },
          awaitPromise: false
        })
      );
      if (read.type === 'exception') throw new Error(read.exceptionDetails.text);
      const value: unknown = read.result.value === 'undefined' ? undefined : JSON.parse(read.result.value);
      return value;
    },
    async mouse(steps) {
      await connection.send('input.performActions', { context, actions: mouseActions(steps) });
    },
    async press(keys) {
      await connection.send('input.performActions', { context, actions: keyActions(keys) });
    },
    async picture() {
      const { data } = v.parse(
        pictureSchema,
        await connection.send('browsingContext.captureScreenshot', { context })
      );
      return Buffer.from(data, 'base64');
    },
    async close() {
      connection.close();
      await stop();
    }
  };
}
