import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fake-clock';
import { body, cut, json, refusal, silence, type Behaviour } from '../../support/misbehaving-controller';
import { ask, withMisbehavingController, withVirtualController, pathOf } from '../../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';

describe('forwarding a command', () => {
  it('a command sends method and its own params, and nothing else', async () => {
    const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: json({ success: true }) });
    const answer = await upstream.call('/v2/devices/1/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"method":"setLevel","params":{"level":5,"device_id":36},"extra":true}'
    });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    const { body: sent, headers } = await controller.nextRequest(ACTIONS);
    expect(JSON.parse(sent)).toEqual({ method: 'setLevel', params: { level: 5 } });
    expect(headers['content-type']).toBe('application/json');
    expect(headers.cookie).toBeUndefined();
    expect(headers.origin).toBeUndefined();
  });

  it('a known command keeps only its own parameters, as in a batch', async () => {
    const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: json({ success: true }) });
    const params = { status: true, device_id: 36, id: 36 };
    expect((await upstream.command(1, 'setStatus', params)).status).toBe(200);
    expect(JSON.parse((await controller.nextRequest(ACTIONS)).body)).toEqual({
      method: 'setStatus',
      params: { status: true }
    });
  });

  it('a known command with invalid parameters is refused, as in a batch', async () => {
    const { upstream, controller } = await withMisbehavingController();
    expect((await upstream.command(1, 'setStatus', { status: 'on', device_id: 36 })).status).toBe(400);
    expect(controller.count(ACTIONS)).toBe(0);
  });

  it.each(['{"method":"stop"}', '{"method":"stop","params":{}}'])(
    'a command sends %s without `params`, like known clients',
    async (sent) => {
      const shutter = {
        id: 1,
        name: 'Blind',
        room_id: 1,
        type: 'DevShutter',
        interfaces: ['Shutter'],
        params: {}
      };
      const { upstream, controller } = await withMisbehavingController({
        'GET /devices': json([shutter]),
        [ACTIONS]: json({ success: true })
      });
      const path = pathOf(upstream, '/devices/1/actions');
      const headers = { 'content-type': 'application/json' };
      expect((await ask(upstream, path, { method: 'POST', headers, sent })).status).toBe(200);
      expect((await controller.nextRequest(ACTIONS)).body).toBe('{"method":"stop"}');
    }
  );

  it('a command is refused with the controller’s message if a 200 contains an error', async () => {
    const { upstream, controller } = await withMisbehavingController({
      [ACTIONS]: json({ success: false, errorMessage: 'The radio is busy' })
    });
    const answer = await upstream.command(1, 'setStatus', { status: true });
    expect([answer.status, await answer.json()]).toMatchObject([
      502,
      { error: { code: 'controller-refused', message: 'The radio is busy' } }
    ]);
    expect(controller.count(ACTIONS)).toBe(1);
  });

  it('a command takes effect at a device, and the live connection reports it', async () => {
    const { upstream, controller, connect } = await withVirtualController();
    const client = connect();
    const { home } = await client.next('home');
    const lamp = home.devices.find(({ type, params }) => type === 'DevSwitch' && params['Status'] === false);
    if (!lamp) throw new Error('The virtual home has no switch that is off.');
    expect((await upstream.command(lamp.id, 'setStatus', { status: true })).status).toBe(200);
    await client.next('changes', ({ changes }) =>
      changes.some(({ device, params }) => device === lamp.id && params?.['Status'] === true)
    );
    expect(controller.device(lamp.id)?.params['Status']).toBe(true);
  });

  it.each([
    '',
    '{',
    '[]',
    '"x"',
    '{}',
    '{"method":5}',
    '{"method":""}',
    '{"method":"a b"}',
    '{"method":"a","params":[]}'
  ])('a command is refused for %j, and the controller receives nothing', async (sent) => {
    const { upstream, controller } = await withMisbehavingController();
    const answer = await upstream.call('/v2/devices/1/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'bad-request' } }]);
    expect(controller.count(ACTIONS)).toBe(0);
  });

  it('a command that is nested too deeply to be serialised is refused', async () => {
    const { upstream, controller } = await withMisbehavingController();
    const params = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
    const answer = await upstream.call('/v2/devices/1/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"method":"a","params":${params}}`
    });
    expect(answer.status).toBe(400);
    expect(controller.count(ACTIONS)).toBe(0);
  });

  it('a command must be JSON, from our own pages', async () => {
    const { upstream, controller } = await withMisbehavingController();
    const call = { method: 'POST', sent: '{"method":"pulse"}' };
    const path = pathOf(upstream, '/devices/1/actions');
    expect((await ask(upstream, path, { ...call, headers: { 'content-type': 'text/plain' } })).status).toBe(
      415
    );
    const type = { 'content-type': 'application/json' };
    expect(
      (await ask(upstream, path, { ...call, headers: { ...type, origin: 'https://evil.test' } })).status
    ).toBe(403);
    expect((await ask(upstream, path, { ...call, headers: { ...type, cookie: '' } })).status).toBe(401);
    expect(controller.count(ACTIONS)).toBe(0);
  });

  it.each<[string, Behaviour, number, string]>([
    ['refused', refusal(400, 'No such method'), 400, 'controller-refused'],
    ['put off', json({}, 503), 503, 'controller-busy'],
    ['cut before its reply', cut, 504, 'outcome-unknown'],
    ['answered with HTML', body('<html>'), 502, 'controller-malformed']
  ])(
    'a command that is %s reports its outcome, and was received once',
    async (_name, behave, status, code) => {
      const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: behave });
      const answer = await upstream.command(1, 'setStatus', { status: true });
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
      expect(controller.count(ACTIONS)).toBe(1);
    }
  );

  it('a command is accepted with an empty answer too', async () => {
    const { upstream } = await withMisbehavingController({
      [ACTIONS]: (response) => response.writeHead(204).end()
    });
    expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(204);
  });

  it('a command that a newer one replaced is reported as superseded', async () => {
    const answers: (() => void)[] = [];
    const { upstream, controller } = await withMisbehavingController({
      [ACTIONS]: (response, seen) => answers.push(() => json({})(response, seen))
    });
    const first = upstream.command(1, 'setLevel', { level: 1 });
    await controller.nextRequest(ACTIONS);
    const second = upstream.command(1, 'setLevel', { level: 2 });
    while (upstream.commands.counts().commandsWaiting === 0) await settle();
    const third = upstream.command(1, 'setLevel', { level: 3 });
    const answer = await second;
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'superseded' } }]);
    answers[0]?.();
    await controller.nextRequest(ACTIONS, 2);
    answers[1]?.();
    expect([(await first).status, (await third).status]).toEqual([200, 200]);
    const levels = controller.seen
      .filter(({ url }) => url.endsWith('/actions'))
      .map(({ body: sent }) => sent);
    expect(levels).toEqual([1, 3].map((level) => JSON.stringify({ method: 'setLevel', params: { level } })));
  });

  it('a queued command is dropped if its sender disconnects', async () => {
    const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: silence });
    void upstream.command(1, 'setLevel', { level: 1 }).catch(() => undefined);
    await controller.nextRequest(ACTIONS);
    const gone = new AbortController();
    const waiting = upstream
      .command(1, 'setLevel', { level: 2 }, { signal: gone.signal })
      .catch(() => undefined);
    while (upstream.commands.counts().commandsWaiting === 0) await settle();
    gone.abort();
    await waiting;
    while (upstream.commands.counts().commandsWaiting > 0) await settle();
    controller.on(ACTIONS, json({}));
    controller.cutAll();
    while (upstream.commands.counts().commandsInFlight > 0) await settle();
    expect(controller.count(ACTIONS)).toBe(1);
  });

  it("a command's effect is read back from its device if there is no poll", async () => {
    const { upstream, controller, connect } = await withMisbehavingController({
      'GET /poll': refusal(404),
      [ACTIONS]: json({})
    });
    const client = connect();
    await client.next('controller');
    controller.on(
      'GET /devices/1',
      json({
        id: 1,
        name: 'Lamp 1',
        room_id: 1,
        type: 'DevDimmer',
        interfaces: ['SwitchBinary', 'SwitchMultilevel'],
        params: { Status: true, Level: 99 }
      })
    );
    await upstream.command(1, 'setStatus', { status: true });
    const { changes } = await client.next('changes');
    expect(changes).toEqual([{ device: 1, params: { Status: true, Level: 99 } }]);
  });

  it('a command of one user’s grant reaches no other controller', async () => {
    const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: json({}) });
    const { headers } = upstream.addScreen('demo', '02000000beef');
    const answer = await ask(upstream, pathOf(upstream, '/devices/1/actions'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      sent: '{"method":"pulse"}'
    });
    expect(answer.status).toBe(403);
    expect(controller.count(ACTIONS)).toBe(0);
  });
});
