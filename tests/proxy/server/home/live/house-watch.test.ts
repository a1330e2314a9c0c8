import { expect, it } from 'vitest';
import { Emitter } from '#shared/emitter';
import { watchHouse } from '../../../../../proxy/server/home/live/house-watch';
import { deviceChanged } from '../../../../../tools/support/misbehaving-controller';
import { controllerAt } from '../../../../../tools/support/test-variables';
import { misbehavingForTest } from '../../../../support/controllers';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { testProxy } from '../../../../support/test-proxy';

/** A household with a real controller and its demo home, and what the metrics say. */
async function householdWithController() {
  const clock = new FakeClock();
  const controller = await misbehavingForTest();
  const proxy = await testProxy({ clock, argv: controllerAt(controller.port) });
  const signIn = (username: string) =>
    proxy.cookie({ controller: undefined, address: '127.0.0.1', username, password: 'x' });
  const metric = async (name: string) =>
    Number(new RegExp(`^${name}(?:{.*})? (\\d+)$`, 'm').exec((await proxy.ask('/metrics')).text)?.[1]);
  return { clock, controller, proxy, signIn, metric };
}

it('the house watches its controller by one poll while nobody looks and notes what happens, until its last screen has signed out', async () => {
  const { clock, controller, proxy, signIn, metric } = await householdWithController();
  const demo = proxy.live(await proxy.cookie());
  await demo.next('controller');
  const ann = await signIn('ann');
  await controller.pollWaits();
  const bob = await signIn('bob');
  await clock.advance(6_000);
  await expect.poll(() => metric('mantel_watchers')).toBe(1);
  expect(await metric('mantel_controller_up')).toBe(1);
  expect(controller.waitingPolls).toBe(1);
  await controller.answerPoll({ events: [deviceChanged(1, { Status: true })], last: 2 });
  const { id } = ((await proxy.call(ann, 'GET', '/api/me')).json as { controller: { id: string } })
    .controller;
  const happened = async () => (await proxy.call(ann, 'GET', `/api/controllers/${id}/happened`)).json;
  await expect.poll(happened).toMatchObject({ happenings: [{ device: 1, params: { Status: true } }] });
  await controller.pollWaits();

  await proxy.call(ann, 'POST', '/own/sign-out');
  await proxy.call(bob, 'POST', '/own/sign-out');
  await clock.advance(5_000);
  while (controller.waitingPolls > 0) await settle();
  const before = controller.seen.length;
  await clock.advance(120_000);
  expect(controller.seen).toHaveLength(before);
  expect(await metric('mantel_watchers')).toBe(0);
});

it('the demo home is watched only while somebody looks', async () => {
  const clock = new FakeClock();
  const proxy = await testProxy({ clock });
  const cookie = await proxy.cookie();
  const watchers = async () => /^mantel_watchers (\d)$/m.exec((await proxy.ask('/metrics')).text)?.[1];
  expect(await watchers()).toBe('0');
  const screen = proxy.live(cookie);
  await screen.next('controller');
  expect(await watchers()).toBe('1');
  screen.close();
  await expect.poll(async () => (await proxy.ask('/metrics')).text).toContain('mantel_sockets 0');
  await clock.advance(5_000);
  expect(await watchers()).toBe('0');
});

it('the house watches as the managing user with most devices, else as the one with most, and never as one without a screen', () => {
  const users = new Map([
    ['guest', { manages: false, size: 90, screens: 1 }],
    ['small', { manages: true, size: 10, screens: 1 }],
    ['large', { manages: true, size: 50, screens: 1 }]
  ]);
  const of = (user: string) => users.get(user) ?? { manages: false, size: 0, screens: 0 };
  const changed = new Emitter<void>();
  const onChange = (listener: () => void) => changed.subscribe(listener);
  const household = {
    known: { list: () => [{ id: 'box', source: 'known' }] },
    accounts: { usersOf: () => [...users.keys()], onChange },
    fingerprints: { sizeOf: (_: string, user: string) => of(user).size, onChange },
    managers: { has: (_controller: string, user: string) => of(user).manages },
    screens: {
      list: (_: string, user: string) => Array.from({ length: of(user).screens }),
      onAdded: onChange,
      onEnded: onChange,
      onChanged: onChange
    }
  };
  const watching: string[] = [];
  const lease = (_: string, user: string) => {
    watching.push(user);
    return { release: () => void watching.splice(watching.indexOf(user), 1) };
  };
  const stop = watchHouse({ ...household, homes: { lease } } as never);
  const without = (user: string) => {
    users.delete(user);
    changed.emit();
    return [...watching];
  };
  expect(watching).toEqual(['large']);
  expect(without('large')).toEqual(['small']);
  users.set('small', { manages: true, size: 10, screens: 0 });
  users.set('child', { manages: false, size: 5, screens: 1 });
  expect(without('nobody')).toEqual(['guest']);
  expect(without('guest')).toEqual(['child']);
  expect(without('child')).toEqual([]);
  users.set('small', { manages: true, size: 10, screens: 1 });
  expect(without('nobody')).toEqual(['small']);
  stop();
  expect(watching).toEqual([]);
});
