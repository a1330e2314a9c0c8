import { expect, it } from 'vitest';
import type { ControllerEvent, HomeListener } from '../../../../../proxy/server/home/live/home-listener';
import { Homes } from '../../../../../proxy/server/home/live/homes';
import { deviceChanged } from '../../../../../tools/support/misbehaving-controller';
import { makeClient } from '../../../../support/client';
import { misbehavingForTest } from '../../../../support/controllers';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { tripsInMemory } from '../../../../support/layouts-in-memory';
import { LogCapture } from '../../../../support/log-capture';

const trips = () => tripsInMemory(new FakeClock(), { id: 'boot', now: () => 0 });

const COMMANDS = { type: 'commands', screen: 's', batch: null, commands: [] } as const;

/** An event at a controller, with a text of this length. */
const eventAt = (controller: string, length = 0): ControllerEvent => ({
  ...COMMANDS,
  controller,
  screen: 'x'.repeat(length)
});

/** A listener that keeps the events that it got. */
function recorder(work: () => void | Promise<void> = () => undefined) {
  const events: string[] = [];
  const listener: HomeListener = {
    name: 'recorder',
    receive(event) {
      events.push(`${event.controller} ${event.type}`);
      return work();
    }
  };
  return { events, listener };
}

it('a listener that throws, at once or later, is logged and gets the next event, and others get all', async () => {
  const log = new LogCapture();
  const fails = [() => Promise.reject(new Error('later'))];
  const throwing = recorder(() => {
    throw new Error('at once');
  });
  const rejecting = recorder(() => fails[0]?.());
  const good = recorder();
  const homes = new Homes({ log } as never, [throwing.listener, rejecting.listener, good.listener], trips());
  for (const _ of [1, 2]) homes.emit(eventAt('a'));
  await settle();
  for (const { events } of [throwing, rejecting, good]) expect(events).toEqual(['a commands', 'a commands']);
  expect(log.entries).toMatchObject(Array.from({ length: 4 }, () => ({ msg: 'Listener failed.' })));
});

it('a listener that is slow gets events in their order, and is told once it has missed more than a megabyte of one controller', async () => {
  const log = new LogCapture();
  const finishes: (() => void)[] = [];
  const slow = recorder(() => new Promise((resolve) => void finishes.push(resolve)));
  const good = recorder();
  const homes = new Homes({ log } as never, [slow.listener, good.listener], trips());
  for (let count = 0; count < 4; count++) homes.emit(eventAt('a', 400_000));
  homes.emit(eventAt('b'));
  homes.emit(eventAt('a'));
  for (let turn = 0; turn < 4; turn++) {
    finishes.shift()?.();
    await settle();
  }
  expect(slow.events).toEqual(['a commands', 'b commands', 'a cut', 'a commands']);
  expect(good.events).toHaveLength(6);
  expect(log.entries).toMatchObject([{ msg: 'Listener too slow: events were dropped.' }]);
});

it('a feature follows all homes by one entry in the list: it gets each event after the screens were sent it', async () => {
  const clock = new FakeClock();
  const controller = await misbehavingForTest();
  const { client } = makeClient(controller.port, clock);
  const order: string[] = [];
  const listener: HomeListener = { name: 'new', receive: ({ type }) => void order.push(type) };
  const known = { get: () => undefined };
  const accounts = { client: () => client, userOf: () => 'ann', onChange: () => () => undefined };
  const household = { accounts, known, clock, log: new LogCapture() };
  const homes = new Homes(household as never, [listener], trips());
  const { watcher, release } = homes.lease('a');
  watcher.home.subscribe(({ type }) => void order.push(`screens ${type}`));
  while (order.length < 4) await settle();
  await controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 10 })] });
  while (order.length < 6) await settle();
  release();
  await clock.advance(5_000);
  expect(order).toEqual([
    'screens home',
    'home',
    'screens status',
    'status',
    'screens changes',
    'changes',
    'unwatched'
  ]);
});
