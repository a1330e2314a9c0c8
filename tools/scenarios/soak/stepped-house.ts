import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../../proxy/cli/read-options';
import { createLog } from '../../../proxy/platform/log';
import { startProxy } from '../../../proxy/start';
import { startVirtual, type VirtualController } from '../../../proxy/virtual/start';
import { SteppedClock } from './stepped-clock';

/** A proxy and its controller in this process, on a clock that can jump ahead. */
export interface SteppedHouse {
  readonly url: string;
  readonly controller: VirtualController;
  readonly clock: SteppedClock;
  stop(): Promise<void>;
}

/**
 * Starts both, with the built pages.
 * @param startsAt the wall-clock time, in ms since the epoch
 */
export async function openSteppedHouse(startsAt: number): Promise<SteppedHouse> {
  const clock = new SteppedClock(startsAt);
  // A jump can cut a renewal. A token that can be used once would be used up.
  const controller = await startVirtual({ clock, isLiving: false, refreshTokens: 'many' });
  const folder = await mkdtemp(join(tmpdir(), 'mantel-soak-'));
  const read = readOptions(
    [
      ...['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0'],
      ...['--no-demo', '--no-mdns', '--allow-loopback', '--discovery-targets', '127.255.255.255'],
      ...['--controller-port', String(controller.port), '--data-dir', join(folder, 'data')]
    ],
    {}
  );
  if (!read.ok || read.value.kind !== 'run') throw new Error('These are no options.');
  const started = await startProxy(read.value.options, {
    clock,
    log: createLog(read.value.options.logLevel, process.stderr),
    version: 'soak',
    builtAt: startsAt,
    webFolder: fileURLToPath(new URL('../../../dist/web', import.meta.url))
  });
  if (!started.ok) throw new Error(started.error.message);
  const proxy = started.value;
  return {
    url: proxy.http,
    controller,
    clock,
    async stop() {
      await proxy.stop();
      await controller.stop();
      await rm(folder, { recursive: true, force: true });
    }
  };
}
