import { beforeAll, expect, it } from 'vitest';
import { slowness } from '../support/yardstick';
import { openHouse, received, soon } from './panel';

let opened: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  opened = await openHouse();
  return opened.close;
});

/** What the page shows of the connection. */
const state = () => {
  const { live } = opened.panel;
  return live.messages
    .flatMap((message) =>
      message.type === 'controller'
        ? [message.state]
        : message.type === 'home'
          ? [message.controller.state]
          : []
    )
    .at(-1);
};

/** Waits until the home is live, or is not. Resolves with the time that it took, in ms. */
async function took(isLive: boolean): Promise<number> {
  const started = performance.now();
  await soon(() => expect(state() === 'online').toBe(isLive));
  return performance.now() - started;
}

it('a home whose server ends is not live within five seconds after its connection was cut, and back within ten', async () => {
  const { panel, house } = opened;
  const { id } = await panel.named('Deaf plug');
  const sent = await panel.send(id, 'setStatus', { status: true });
  await received(house, 4, 'BinarySwitchCCSet');
  await house.do('stopServer');
  expect(await took(false)).toBeLessThan(5_000 * slowness());
  await house.do('startServer');
  expect(await took(true)).toBeLessThan(10_000 * slowness());
  // What was commanded before is polled, and the driver's guess of it never counts.
  expect((await panel.ended(sent)).state).toBe('unconfirmed');
  expect(panel.reported(id, 'Status')).not.toContain(true);
});

it('a home whose server ends is not live within five seconds after its process was killed, and back within ten after that listens again', async () => {
  const { panel, house } = opened;
  const names = async () => (await panel.devices()).map(({ name, id }) => `${id} ${name}`);
  const before = await names();
  const killed = house.kill();
  expect(await took(false)).toBeLessThan(5_000 * slowness());
  await killed;
  // A device that is dead when the driver starts does not answer its first question.
  await house.startAgain(7);
  expect(await took(true)).toBeLessThan(10_000 * slowness());
  expect(await names()).toEqual(before);
  await soon(async () => expect((await panel.named('Dead plug')).alive).toBe(false));
});
