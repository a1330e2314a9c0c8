import { expect, it } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { virtualForTest } from '../../../support/controllers';
import { cookieOf, refusal, testProxy } from '../../../support/test-proxy';
import { find } from '../../sources/zwave-js/set-up';
import { idIn } from '../household/owner';

/** A source that is a virtual controller, and whose first sign-in sets it up. */
async function cottage() {
  const virtual = await virtualForTest({ isInProcess: true, name: 'Cottage' });
  const source = {
    id: '0123456789ab',
    name: 'Cottage',
    isSetUp: false,
    isAnother: false,
    connect: async () => virtual.connect(),
    search: async () => true,
    keep: async () => (source.isSetUp = true),
    forget: () => void (source.isSetUp = false),
    stop: async () => undefined
  };
  return { virtual, source };
}

it('a program has a further source by one line: it is found, set up, watched and commanded like a controller', async () => {
  const { virtual, source } = await cottage();
  const proxy = await testProxy({ sources: { cottage: async () => source }, hasDemo: false });
  const who = { controller: await find(proxy), username: 'demo', password: 'demo' };
  expect((await proxy.signIn(who)).status).toBe(403);
  expect(virtual.requests()).toEqual({});
  const code = { [SETUP_CODE_HEADER]: await proxy.makeSetupCode() };
  const answer = await proxy.signIn(who, code);
  expect(answer).toMatchObject({ status: 200, json: { controller: { name: 'Cottage', address: '' } } });
  expect({ id: idIn(answer), isSetUp: source.isSetUp }).toEqual({ id: source.id, isSetUp: true });

  const live = proxy.live(cookieOf(answer), source.id);
  await live.next('home');
  await live.say({ commands: [{ device: 21, method: 'setStatus', params: { status: true } }] });
  await live.next('commands', ({ entries }) => entries.some(({ state }) => state === 'confirmed'));

  source.isAnother = true;
  const before = virtual.requests();
  await virtual.restart();
  await live.next('controller', ({ state }) => state === 'changed');
  expect(virtual.requests()).toEqual(before);
});

it('a sign-in adds no source that has lost its home, and what was set up with it, in the meantime', async () => {
  const { virtual, source } = await cottage();
  const isLost = () => virtual.requests()['GET /info'] !== undefined;
  const losing = Object.defineProperty(source, 'id', { get: () => (isLost() ? '' : '0123456789ab') });
  const proxy = await testProxy({ sources: { cottage: async () => losing }, hasDemo: false });
  const who = { controller: await find(proxy), username: 'demo', password: 'demo' };
  const code = { [SETUP_CODE_HEADER]: await proxy.makeSetupCode() };
  expect(await proxy.signIn(who, code)).toMatchObject(refusal(502, 'controller-unreachable'));
  expect(source.isSetUp).toBe(false);
});
