import { expect, it } from 'vitest';
import { ProxyClient } from '../../../src/lib/state/connection/proxy-client';
import { Question } from '../../../src/features/controller-moves/question.svelte';
import { createTestEnvironment, settled } from '../../lib/state/test-environment';

const box = { name: 'Attic box', address: '192.168.1.77' };

function begin() {
  const { environment, proxy, clock } = createTestEnvironment();
  const question = new Question(environment, new ProxyClient(environment));
  const stop = question.start('0123456789ab');
  const answer = async (body: unknown) => {
    await proxy.answer('/api/controllers/0123456789ab/move', 200, body);
  };
  return { question, stop, answer, proxy, clock };
}

it('a lost controller’s question is requested at once and every 20 s, until the answer changes', async () => {
  const { question, answer, proxy, clock } = begin();
  await answer({ question: null });
  expect([question.current, proxy.waiting.length]).toEqual([null, 0]);
  clock.pass(20_000);
  await answer({ question: box });
  expect(question.current).toEqual(box);
  clock.pass(20_000);
  await answer({ question: null });
  expect([question.current, proxy.asked.length]).toEqual([null, 3]);
});

it('a failed request leaves the question unchanged', async () => {
  const { question, answer, proxy, clock } = begin();
  await answer({ question: box });
  clock.pass(20_000);
  await proxy.cut('/move');
  expect(question.current).toEqual(box);
  clock.pass(20_000);
  expect(proxy.waiting).toHaveLength(1);
});

it('the same controller again is the same question, so that typed text stays', async () => {
  const { question, answer, clock } = begin();
  await answer({ question: box });
  const before = question.current;
  clock.pass(20_000);
  await answer({ question: { ...box } });
  expect(question.current).toBe(before);
});

it('after a stop nothing is requested, and no timer is left', async () => {
  const { stop, answer, proxy, clock } = begin();
  await answer({ question: null });
  stop();
  expect(clock.waiting).toBe(0);
  const late = begin();
  late.stop();
  await settled();
  expect([late.proxy.waiting, late.clock.waiting, proxy.asked.length]).toEqual([[], 0, 1]);
});
