import { expect, it } from 'vitest';
import { deviceChanged, refusal, silence } from '../../../../../tools/support/misbehaving-controller';
import { FakeClock } from '../../../../support/fake-clock';
import { withMisbehavingController } from '../../../../support/upstream-test';

it('GET home starts a watcher, waits for its first reading, and keeps it for a while', async () => {
  const { upstream, controller } = await withMisbehavingController();
  const answer = await upstream.call('/home');
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['revision', 'controller', 'home']);
  expect(answer.headers.get('etag')).toBe(`"${String(body['revision'])}"`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await upstream.call('/home');
  expect(controller.count('GET /devices')).toBe(1);
  expect(upstream.live.counts()).toEqual({ sockets: 0, watchers: 1, polls: 1 });
});

it("GET home answers 304 to the screen's current revision", async () => {
  const { upstream, controller } = await withMisbehavingController();
  const etag = (await upstream.call('/home')).headers.get('etag') ?? '';
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await upstream.call('/home', { headers: { 'if-none-match': held } });
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 304, text: '' });
  }
  await controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 5 })] });
  await controller.nextRequest('GET /poll?last=2');
  expect((await upstream.call('/home', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

it('GET home fails with the reason if there is no home', async () => {
  const { upstream, controller } = await withMisbehavingController({ 'GET /rooms': refusal(500, 'Broken') });
  const refused = await upstream.call('/home');
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ error: { code: 'controller-refused', message: 'Broken' } });
  controller.behave('GET /rooms');
  expect((await upstream.call('/home')).status).toBe(200);
});

it('GET home waits at most 10 s', async () => {
  const clock = new FakeClock();
  const silent = { 'GET /rooms': silence, 'GET /poll': silence };
  const { upstream, controller } = await withMisbehavingController(silent, clock);
  const asking = upstream.call('/home');
  await controller.nextRequest('GET /rooms');
  await clock.advance(10_000);
  expect((await asking).status).toBe(502);
});

it('GET home includes the status of a stale home', async () => {
  const { upstream, controller, connect } = await withMisbehavingController();
  const client = connect();
  await client.next('home');
  await controller.disconnect();
  await client.next('controller', ({ state }) => state === 'unreachable');
  const answer = await upstream.call('/home');
  const stale = { controller: { state: 'unreachable' }, home: { rooms: [{ id: 1 }] } };
  expect(await answer.json()).toMatchObject(stale);
  await controller.reconnect();
});
