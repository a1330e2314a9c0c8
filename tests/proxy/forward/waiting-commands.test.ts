import { describe, expect, it } from 'vitest';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { FakeClock, settle } from '../../support/fake-clock';
import { json, refusal, type Behaviour } from '../../support/misbehaving-controller';
import { ask, withMisbehavingController, pathOf } from '../../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';
/** The room of the misbehaving controller's devices. */
const HERE: Rights = { rooms: [1], commands: true, until: null, manages: false };
/** The rate limit of a device, in commands per second. */
const A_SECOND = 5;

/** A screen with its commands, by their `level`. Only the test advances the clock. */
async function besideScreen({ rights, behave }: { rights?: Rights; behave?: Behaviour } = {}) {
  const clock = new FakeClock();
  const { upstream, controller } = await withMisbehavingController({ [ACTIONS]: behave ?? json({}) }, clock);
  const { screen, cookie } = upstream.screens.add({
    ...upstream.screen,
    ...(rights && {
      rights: rights.until === null ? rights : { ...rights, until: clock.now() + rights.until }
    })
  });
  const headers = { cookie: `mantel=${cookie}`, 'content-type': 'application/json' };
  const command = (level: number) =>
    ask(upstream, pathOf(upstream, '/devices/1/actions'), {
      method: 'POST',
      headers,
      sent: JSON.stringify({ method: 'setLevel', params: { level } })
    });
  /** Another screen uses up the controller's rate limit of this second. */
  async function spendTheSecond() {
    for (let spent = 0; spent < A_SECOND; spent++)
      await upstream.command(1, 'setStatus', { status: spent % 2 === 0 });
  }
  /** Queues a command. Resolves when it is queued; the outcome is wrapped, because it is still pending. */
  async function waiting(level: number) {
    const outcome = command(level);
    while (upstream.commands.counts().commandsWaiting === 0) await settle();
    return { outcome };
  }
  return { clock, upstream, controller, screen, waiting, command, spendTheSecond };
}
type Beside = Awaited<ReturnType<typeof besideScreen>>;

const levels = ({ controller }: Beside) =>
  controller.seen.flatMap(({ url, body }) =>
    url.endsWith('/actions') ? (/"level":(\d+)/.exec(body)?.[1] ?? []) : []
  );
const SIGNED_OUT = { status: 401, json: { error: { code: 'not-signed-in' } } };
const LIMITED = { status: 403, json: { error: { code: 'limited-screen' } } };

describe('a queued command', () => {
  it.each<[string, { rights?: Rights; meanwhile: (beside: Beside) => void; told: object }]>([
    ['was ended', { meanwhile: ({ upstream, screen }) => upstream.screens.end(screen.id), told: SIGNED_OUT }],
    [
      'may only look now',
      {
        meanwhile: ({ upstream, screen }) =>
          upstream.screens.change(screen.id, { rights: { ...FULL_RIGHTS, commands: false } }),
        told: LIMITED
      }
    ],
    [
      'has other rooms now',
      {
        meanwhile: ({ upstream, screen }) =>
          upstream.screens.change(screen.id, { rights: { ...HERE, rooms: [2] } }),
        told: LIMITED
      }
    ],
    [
      'came to its hour',
      { rights: { ...FULL_RIGHTS, until: 900 }, meanwhile: () => undefined, told: SIGNED_OUT }
    ],
    [
      'came to its hour by a jump of the wall clock',
      {
        rights: { ...FULL_RIGHTS, until: 3_600_000 },
        meanwhile: ({ clock }) => clock.jump(3_600_000),
        told: SIGNED_OUT
      }
    ]
  ])(
    'a queued command is refused and not sent if its screen %s',
    async (_name, { rights, meanwhile, told }) => {
      const beside = await besideScreen(rights && { rights });
      await beside.spendTheSecond();
      const { outcome } = await beside.waiting(7);
      meanwhile(beside);
      await beside.clock.advance(1_000);
      expect(await outcome).toMatchObject(told);
      expect(levels(beside)).toEqual([]);
      expect(beside.upstream.commands.counts()).toEqual({ commandsInFlight: 0, commandsWaiting: 0 });
    }
  );

  it('a queued command is refused if its device left the screen’s rooms', async () => {
    const beside = await besideScreen({ rights: HERE });
    const { upstream, controller, clock } = beside;
    await beside.spendTheSecond();
    const { outcome } = await beside.waiting(7);
    controller.on(
      'GET /devices',
      json([{ id: 1, name: 'Lamp', room_id: 2, type: 'DevDimmer', interfaces: [], params: {} }])
    );
    await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: 5 });
    while (await isHere(upstream)) await settle();
    await clock.advance(1_000);
    expect(await outcome).toMatchObject(LIMITED);
    expect(levels(beside)).toEqual([]);
  });

  it('a queued command is refused if its screen ended while one of the same key was in flight', async () => {
    const answers: (() => void)[] = [];
    const beside = await besideScreen({
      behave: (response, seen) => answers.push(() => json({})(response, seen))
    });
    const first = beside.command(1);
    await beside.controller.nextRequest(ACTIONS);
    const { outcome } = await beside.waiting(2);
    beside.upstream.screens.end(beside.screen.id);
    answers[0]?.();
    expect((await first).status).toBe(200);
    expect(await outcome).toMatchObject(SIGNED_OUT);
    expect(levels(beside)).toEqual(['1']);
  });

  it('a queued command is sent if its screen changed and still has the right', async () => {
    const beside = await besideScreen();
    await beside.spendTheSecond();
    const { outcome } = await beside.waiting(7);
    beside.upstream.screens.change(beside.screen.id, { rights: HERE, name: 'Child' });
    await beside.clock.advance(1_000);
    expect((await outcome).status).toBe(200);
    expect(levels(beside)).toEqual(['7']);
  });
});

it('a method that the device does not offer is refused without queueing', async () => {
  const { upstream, controller, screen } = await besideScreen({ rights: HERE });
  const own = upstream.screens.add({ ...screen, rights: HERE });
  const headers = { cookie: `mantel=${own.cookie}`, 'content-type': 'application/json' };
  const path = pathOf(upstream, '/devices/1/actions');
  const flood = Array.from({ length: 3 * A_SECOND }, (_, at) =>
    ask(upstream, path, { method: 'POST', headers, sent: JSON.stringify({ method: `method${at}` }) })
  );
  for (const answer of await Promise.all(flood)) expect(answer.status).toBe(400);
  expect((await upstream.command(1, 'setStatus', { status: true })).status).toBe(200);
  expect(controller.count(ACTIONS)).toBe(1);
});

describe('a command that waits for new tokens', () => {
  /** The first attempt is refused because of its token, and the renewal waits for the test. */
  async function renewing() {
    const beside = await besideScreen({ behave: refusal(401) });
    let renew: () => void = () => undefined;
    const asked = new Promise<void>((resolve) =>
      beside.controller.on('POST /auth/get-new-access-token', (response, seen) => {
        renew = () => json({ token: 'access-2', refresh_token: 'refresh-2' })(response, seen);
        resolve();
      })
    );
    const outcome = beside.command(7);
    await asked;
    beside.controller.on(ACTIONS, json({}));
    return { ...beside, outcome, renew: () => renew() };
  }

  it('a command that waits for new tokens is refused and not sent again if its screen was ended meanwhile', async () => {
    const beside = await renewing();
    beside.upstream.screens.end(beside.screen.id);
    beside.renew();
    expect(await beside.outcome).toMatchObject(SIGNED_OUT);
    expect(levels(beside)).toEqual(['7']);
  });

  it('a command that waits for new tokens is sent again if its screen still has the right, limited or not', async () => {
    const beside = await renewing();
    beside.upstream.screens.change(beside.screen.id, { rights: HERE });
    beside.renew();
    expect((await beside.outcome).status).toBe(200);
    expect(levels(beside)).toEqual(['7', '7']);
  });
});

/** Moves the only device into or out of room 1, in the proxy's view. */
async function isHere(upstream: Beside['upstream']) {
  const home = await upstream.homes.read(upstream.controller, 'demo');
  return home.ok && home.value.devices.some(({ room_id }) => room_id === 1);
}
