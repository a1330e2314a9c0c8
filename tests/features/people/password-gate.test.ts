import { beforeEach, expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { isCancelled, PasswordGate } from '../../../src/features/people/password-gate.svelte';
import { ProxyClient } from '../../../src/lib/state/proxy/proxy-client';
import { createTestEnvironment, settled } from '../../lib/state/test-environment';

const VILLA = '0123456789ab';
const LAKE = 'ba9876543210';
const needed = fail('password-needed', 'type it');
let world: ReturnType<typeof createTestEnvironment>;
let gate: PasswordGate;

beforeEach(() => {
  world = createTestEnvironment();
  gate = new PasswordGate(new ProxyClient(world.environment));
});

it('an action that may need the password passes without a question if the proxy requires none', async () => {
  const send = vi.fn(async () => succeed(1));
  expect(await gate.pass(send)).toEqual(succeed(1));
  expect({ isAsked: gate.isAsked, asked: world.proxy.asked, sendCalls: send.mock.calls.length }).toEqual({
    isAsked: false,
    asked: [],
    sendCalls: 1
  });
});

it('an action that may need the password fails for other reasons without a question', async () => {
  const failure = fail('not-found', 'gone');
  expect(await gate.pass(async () => failure)).toEqual(failure);
  expect(gate.isAsked).toBe(false);
});

it('an action that may need the password is sent again, once, after the password was typed', async () => {
  const send = vi.fn().mockResolvedValueOnce(needed).mockResolvedValueOnce(succeed(2));
  const passed = gate.pass<number>(send);
  await settled();
  expect(gate.isAsked).toBe(true);
  void gate.type('secret');
  expect({ isBusy: gate.isBusy, body: world.proxy.request('/password').body }).toEqual({
    isBusy: true,
    body: { password: 'secret' }
  });
  world.proxy.request('/password').answer(204);
  expect(await passed).toEqual(succeed(2));
  expect({ isAsked: gate.isAsked, isBusy: gate.isBusy, sendCalls: send.mock.calls.length }).toEqual({
    isAsked: false,
    isBusy: false,
    sendCalls: 2
  });
});

it('an action that may need the password does not ask a third time if it is refused again', async () => {
  const send = vi.fn(async () => needed);
  const passed = gate.pass(send);
  await settled();
  void gate.type('secret');
  world.proxy.request('/password').answer(204);
  expect(await passed).toEqual(needed);
  expect({ isAsked: gate.isAsked, sendCalls: send.mock.calls.length }).toEqual({
    isAsked: false,
    sendCalls: 2
  });
});

it('an action that needs the passwords of several homes asks for one after the other', async () => {
  const neededOf = (home: string) => ({
    ok: false as const,
    error: { code: 'password-needed' as const, message: '', detail: { home } }
  });
  const send = vi
    .fn()
    .mockResolvedValueOnce(neededOf(VILLA))
    .mockResolvedValueOnce(neededOf(LAKE))
    .mockResolvedValueOnce(succeed(3));
  const passed = gate.pass<number>(send);
  for (const home of [VILLA, LAKE]) {
    await settled();
    expect({ isAsked: gate.isAsked, home: gate.home }).toEqual({ isAsked: true, home });
    void gate.type('secret');
    world.proxy.request(`/${home}/password`).answer(204);
  }
  expect(await passed).toEqual(succeed(3));
  expect({ isAsked: gate.isAsked, sendCalls: send.mock.calls.length }).toEqual({
    isAsked: false,
    sendCalls: 3
  });
});

it('an action about another home asks for the password of that home if the proxy does not say whose', async () => {
  const passed = gate.pass(vi.fn().mockResolvedValueOnce(needed).mockResolvedValueOnce(succeed(1)), LAKE);
  await settled();
  void gate.type('secret');
  world.proxy.request(`/${LAKE}/password`).answer(204);
  expect(await passed).toEqual(succeed(1));
});

it.each(['wrong-credentials', 'too-many-attempts', 'controller-unreachable'] as const)(
  'an action that may need the password stays open for another attempt after %s',
  async (code) => {
    const send = vi.fn().mockResolvedValueOnce(needed).mockResolvedValueOnce(succeed(2));
    const passed = gate.pass<number>(send);
    await settled();
    void gate.type('wrong');
    await world.proxy.refuse('/password', 401, code);
    expect({ isAsked: gate.isAsked, isBusy: gate.isBusy, code: gate.failure?.code }).toEqual({
      isAsked: true,
      isBusy: false,
      code
    });
    void gate.type('right');
    expect(gate.failure).toBeNull();
    world.proxy.request('/password').answer(204);
    expect(await passed).toEqual(succeed(2));
  }
);

it('an action that may need the password is cancelled if nobody types the password, and says so', async () => {
  const send = vi.fn(async () => needed);
  const passed = gate.pass(send);
  await settled();
  gate.cancel();
  const result = await passed;
  expect({ isAsked: gate.isAsked, sendCalls: send.mock.calls.length }).toEqual({
    isAsked: false,
    sendCalls: 1
  });
  expect(!result.ok && isCancelled(result.error)).toBe(true);
});
