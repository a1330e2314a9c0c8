import { afterAll, onTestFinished } from 'vitest';
import type { Clock } from '#shared/clock';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { join } from '../../tools/support/join';
import { deviceChanged, startMisbehaving, type Behaviour } from '../../tools/support/misbehaving-controller';
import { startTcpFaultProxy } from '../../tools/support/network/tcp-fault-proxy';
import { Screen } from '../../tools/support/screen';
import { controllerAt } from '../../tools/support/test-variables';
import { virtualForTest } from '../support/controllers';
import { testProxy } from '../support/test-proxy';

/** A proxy beside a misbehaving controller, with a live screen, for all tests of a file. They end after the last one. */
export async function startLive({
  behaviours = {},
  clock
}: {
  behaviours?: Record<string, Behaviour>;
  clock: Clock;
}) {
  const controller = await startMisbehaving(behaviours);
  afterAll(() => controller.stop());
  const proxy = await testProxy({ argv: controllerAt(controller.port), clock, hasDemo: false }, afterAll);
  const { cookie, controller: id } = await join(proxy.origin);
  const screen = new Screen({ origin: proxy.origin, cookie, controller: id, clock, random: Math.random });
  afterAll(screen.start());
  await screen.live();
  const path = `/api/controllers/${id}`;
  const read = (target: string) => proxy.call(cookie, 'GET', path + target);
  const command = (device: number, method: string, params: object) =>
    proxy.call(cookie, 'POST', `${path}/v2/devices/${device}/actions`, { method, params });
  /** Reports a level of device 2 at a position of the poll. Resolves once the screen shows it. */
  async function reportLevel(level: number, last: number) {
    await controller.answerPoll({ events: [deviceChanged(2, { Level: level })], last });
    await screen.shows(2, ({ params: { Level } }) => Level === level);
  }
  return {
    controller,
    proxy,
    screen,
    path,
    reportLevel,
    /** Signs in a new screen. */
    join: () => join(proxy.origin),
    /** A request below the controller's path, as the screen. */
    read,
    /** A command of the screen. */
    command
  };
}

/** A virtual controller and a proxy for one test, with a network that has faults before each of them. */
export async function startBehindFaults(clock: Clock, options: Partial<VirtualOptions> = {}) {
  const controller = await virtualForTest({ clock, ...options });
  const beforeController = await startTcpFaultProxy(controller.port);
  onTestFinished(() => beforeController.stop());
  const argv = controllerAt(beforeController.port);
  let proxy = await testProxy({ argv, clock, hasDemo: false });
  const { port, dataDir } = proxy;
  const beforeProxy = await startTcpFaultProxy(port);
  onTestFinished(() => beforeProxy.stop());
  const origin = `http://127.0.0.1:${beforeProxy.port}`;
  return {
    controller,
    /** The program, which starts again with its port and its data. */
    mantel: {
      kill: () => proxy.stop(),
      async start() {
        const again = [...argv, '--http-port', String(port)];
        proxy = await testProxy({ argv: again, clock, hasDemo: false, dataDir });
      }
    },
    /** Signs in a screen, which connects. */
    async addScreen() {
      const grant = await join(proxy.origin);
      const screen = new Screen({ origin, ...grant, clock, random: Math.random });
      onTestFinished(screen.start());
      return screen;
    },
    networks: { beforeController, beforeProxy }
  };
}
