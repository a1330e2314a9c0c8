import { expect, it } from 'vitest';
import { json, silence } from '../../../../tools/support/misbehaving-controller';
import { settle } from '../../../support/fake-clock';
import type { Upstream } from '../../../support/upstream';
import { ask, withMisbehavingController, upstreamPath } from '../../../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Parameters that are nested too deeply to be serialised. */
const NESTED = `{"method":"a","params":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`;

/** Sends a body to the actions of device 1. */
const post = (upstream: Upstream, sent: string, headers: Record<string, string> = JSON_TYPE) =>
  ask(upstream, upstreamPath(upstream, '/devices/1/actions'), { method: 'POST', headers, body: sent });

it('a command sends method and its own params, and nothing else', async () => {
  const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: json({ success: true }) });
  const call = '{"method":"setLevel","params":{"level":5,"device_id":36,"id":36},"extra":true}';
  expect(await post(upstream, call)).toMatchObject({ status: 200, json: { success: true } });
  const { body: sent, headers } = await controller.nextRequest(ACTIONS);
  expect(JSON.parse(sent)).toEqual({ method: 'setLevel', params: { level: 5 } });
  expect(headers['content-type']).toBe('application/json');
  expect(headers.cookie).toBeUndefined();
  expect(headers.origin).toBeUndefined();
});

it.each(['{"method":"stop"}', '{"method":"stop","params":{}}'])(
  'a command sends %s without `params`, like known clients',
  async (sent) => {
    const about = { name: 'Blind', room_id: 1, params: {} };
    const shutter = { id: 1, type: 'DevShutter', interfaces: ['Shutter'], ...about };
    const behaviours = { 'GET /devices': json([shutter]), [ACTIONS]: json({ success: true }) };
    const { upstream, controller } = await withMisbehavingController(behaviours);
    expect((await post(upstream, sent)).status).toBe(200);
    expect((await controller.nextRequest(ACTIONS)).body).toBe('{"method":"stop"}');
  }
);

const BAD = { code: 'bad-request' };
const UNKNOWN = { code: 'unknown-method', message: 'The device does not offer this method.' };
const INVALID = { code: 'invalid-params', message: 'The method does not take these parameters.' };

it.each([
  ...['', '{', '[]', '"x"', '{}', '{"method":5}', '{"method":""}', '{"method":"a b"}', NESTED].map(
    (sent) => [BAD, sent] as const
  ),
  [UNKNOWN, '{"method":"notOffered"}'],
  [UNKNOWN, '{"method":"a","params":[]}'],
  [INVALID, '{"method":"setStatus","params":{"status":"on"}}'],
  [INVALID, '{"method":"setLevel","params":{"level":101}}']
] as const)(
  'a command is refused with %j for %.60j, and the controller receives nothing',
  async (error, sent) => {
    const { upstream, controller } = await withMisbehavingController();
    expect(await post(upstream, sent)).toMatchObject({ status: 400, json: { error } });
    expect(controller.count(ACTIONS)).toBe(0);
  }
);

it.each<[string, number, string, (upstream: Upstream) => unknown]>([
  [
    'a newer one replaced',
    409,
    'superseded',
    (upstream) => void upstream.command(1, 'setLevel', { level: 3 }).catch(() => undefined)
  ],
  ['waits while its screen is ended', 401, 'not-signed-in', ({ screens, screen }) => screens.end(screen.id)]
])('a command that %s is answered with %i %s, and not sent', async (_name, status, code, meanwhile) => {
  const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: silence });
  void upstream.command(1, 'setLevel', { level: 1 }).catch(() => undefined);
  await controller.nextRequest(ACTIONS);
  const waiting = upstream.command(1, 'setLevel', { level: 2 });
  while (!upstream.commands.jobs.some(({ state }) => state === 'queued')) await settle();
  meanwhile(upstream);
  const answer = await waiting;
  expect({ status: answer.status, json: await answer.json() }).toMatchObject({
    status,
    json: { error: { code } }
  });
  expect(controller.count(ACTIONS)).toBe(1);
});

it('a queued command is dropped if its sender disconnects', async () => {
  const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: silence });
  void upstream.command(1, 'setLevel', { level: 1 }).catch(() => undefined);
  await controller.nextRequest(ACTIONS);
  const gone = new AbortController();
  const waiting = upstream
    .command(1, 'setLevel', { level: 2 }, { signal: gone.signal })
    .catch(() => undefined);
  while (!upstream.commands.jobs.some(({ state }) => state === 'queued')) await settle();
  gone.abort();
  await waiting;
  while (upstream.commands.jobs.some(({ state }) => state === 'queued')) await settle();
  controller.on(ACTIONS, json({}));
  controller.cutAll();
  while (upstream.commands.jobs.some(({ isUnanswered }) => isUnanswered)) await settle();
  expect(controller.count(ACTIONS)).toBe(1);
});
