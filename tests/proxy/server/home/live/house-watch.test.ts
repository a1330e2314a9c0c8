import { expect, it } from 'vitest';
import { Emitter } from '#shared/emitter';
import { watchHouse } from '../../../../../proxy/server/home/live/house-watch';
import { deviceChanged, refusal } from '../../../../../tools/support/misbehaving-controller';
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
  const bob = await signIn('ann');
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

it('the house watches each known controller that has a screen, whatever becomes of its account', () => {
  const screensOf = new Map([
    ['house', 1],
    ['cottage', 0],
    ['demo', 1]
  ]);
  const added = new Emitter<void>();
  const ended = new Emitter<void>();
  const household = {
    known: { list: () => [...screensOf.keys()].map((id) => ({ id, source: id === 'demo' ? id : 'known' })) },
    screens: {
      list: (id: string) => Array.from({ length: screensOf.get(id) ?? 0 }),
      onAdded: added.subscribe,
      onEnded: ended.subscribe
    }
  };
  const watching: string[] = [];
  const lease = (id: string) => {
    watching.push(id);
    return { release: () => void watching.splice(watching.indexOf(id), 1) };
  };
  const stop = watchHouse({ ...household, homes: { lease } } as never);
  expect(watching).toEqual(['house']);
  screensOf.set('cottage', 2);
  added.emit();
  expect(watching).toEqual(['house', 'cottage']);
  screensOf.set('house', 0);
  ended.emit();
  expect(watching).toEqual(['cottage']);
  stop();
  expect(watching).toEqual([]);
});

it('a controller that refuses the account of its home stays watched while nobody looks, so that this can be told', async () => {
  const { clock, controller, signIn, metric } = await householdWithController();
  await signIn('ann');
  await controller.pollWaits();
  const refused = [
    'POST /auth/get-new-access-token',
    'GET /poll',
    'GET /rooms',
    'GET /sections',
    'GET /info'
  ];
  for (const route of refused) controller.on(route, refusal(401));
  await controller.answerPoll({ events: [], last: 2 });
  await expect.poll(() => metric('mantel_controller_up')).toBe(0);
  await clock.advance(10 * 60_000);
  expect(await metric('mantel_watchers')).toBe(1);
});
