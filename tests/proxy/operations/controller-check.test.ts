import { expect, it } from 'vitest';
import { virtualForTest } from '../../support/controllers';
import { FakeClock } from '../../support/fake-clock';
import { testProxy } from '../../support/test-proxy';

const MINUTE_MS = 60_000;

/** A household with a controller and one signed-in user, and the metric of its controller. */
async function household(...argv: string[]) {
  const clock = new FakeClock();
  const controller = await virtualForTest();
  const proxy = await testProxy({
    ...{ clock, controller, hasDemo: false },
    argv: ['--allow-loopback', '--controller-port', String(controller.port), ...argv]
  });
  const cookie = await proxy.cookie({ controller: undefined, address: controller.address });
  expect(cookie).not.toBe('');
  const up = async () =>
    /^mantel_controller_up\{controller="\w+"\} (\d)$/m.exec((await proxy.ask('/metrics')).text)?.[1];
  return { clock, controller, proxy, cookie, up };
}

it('with --check-controllers the metric of a controller changes within a minute while nobody watches', async () => {
  const { clock, controller, proxy, up } = await household('--check-controllers');
  await clock.advance(MINUTE_MS);
  await expect.poll(up).toBe('1');
  expect(proxy.log.lines.join('\n')).toContain('Controller online.');
  await controller.stop();
  await clock.advance(MINUTE_MS);
  await expect.poll(up).toBe('0');
  expect(proxy.log.lines.join('\n')).toContain('Controller unreachable.');
});

it('without it a controller that nobody watches is not checked', async () => {
  const { clock, proxy, up } = await household();
  for (let minute = 0; minute < 3; minute++) await clock.advance(MINUTE_MS);
  expect(await up()).toBeUndefined();
  expect(proxy.log.lines.join('\n')).not.toContain('Controller online.');
});
