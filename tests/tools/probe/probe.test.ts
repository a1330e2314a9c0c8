import { afterAll, describe, expect, it } from 'vitest';
import { DISCOVERY_PREFIXES, type VirtualOptions } from '../../../proxy/virtual/options';
import { startVirtual, type VirtualController } from '../../../proxy/virtual/start';
import { reportOf } from '../../../tools/probe/report';
import { freePort } from '../../../tools/support/ports';
import { survey, type SurveyOptions } from '../../../tools/probe/survey';

/** A lamp of the demo house. */
const LAMP = 21;

const running: VirtualController[] = [];
afterAll(async () => {
  for (const controller of running) await controller.stop();
});

/** Probes a virtual controller. Returns the report and the controller. */
async function probe(
  options: Partial<VirtualOptions> = {},
  chosen: Partial<SurveyOptions> | ((controller: VirtualController) => Partial<SurveyOptions>) = {}
) {
  const udp = { host: '127.0.0.1', port: 0, prefixes: [...DISCOVERY_PREFIXES] };
  const port = await freePort();
  const controller = await startVirtual({ isLiving: false, pollMs: 200, port, udp, ...options });
  running.push(controller);
  const seen = await survey({
    address: '127.0.0.1',
    port,
    udpPort: controller.udpPort ?? 0,
    words: DISCOVERY_PREFIXES,
    username: 'demo',
    password: 'demo',
    listenMs: 1_500,
    device: null,
    restarted: null,
    say: () => undefined,
    ...(typeof chosen === 'function' ? chosen(controller) : chosen)
  });
  return { controller, seen, report: reportOf(seen, '2026-01-01') };
}

/** The report's verdict about a fact. */
function verdictOf(report: string, fact: string) {
  const row = report.split('\n').find((line) => line.includes(`| ${fact}`));
  if (row === undefined) throw new Error(`The report has no row "${fact}".`);
  const [, , , held = '', because = ''] = row
    .split(' | ')
    .flatMap((cell, place) => (place === 0 ? ['', cell] : [cell]));
  return `${held}: ${because.replace(/ \|$/, '')}`;
}

describe.concurrent('the report', () => {
  it('says that everything documented holds for the default virtual controller', async () => {
    const { report, controller } = await probe();
    const rows = report.split('\n').filter((line) => line.startsWith('| documented [D]'));
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((line) => line.includes("didn't hold")).map((line) => line.split(' | ')[1])).toEqual([
      'every type of device is documented'
    ]);
    expect(verdictOf(report, 'a poll without `last` is accepted')).toContain('held');
    expect(controller.commandsReceived()).toEqual([]);
  });

  it('contains no name, address, token or note', async () => {
    const { report, controller, seen } = await probe();
    const tokens = [...seen.calls.values(), ...seen.renewals].flatMap(({ body }) =>
      typeof body === 'object' && body !== null
        ? ['token', 'refresh_token'].map((key) => Reflect.get(body, key))
        : []
    );
    const texts = [
      ...tokens,
      controller.name,
      controller.mac,
      controller.address,
      'Path lights',
      'Living room',
      'Ground floor',
      'the filter has to run',
      'aquarium-2023.jpg'
    ].filter((text) => typeof text === 'string');
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => report.includes(text))).toEqual([]);
  });

  it('names the discovery prefixes that were answered', async () => {
    const [, second] = DISCOVERY_PREFIXES;
    const udp = { host: '127.0.0.1', port: 0, prefixes: [second] };
    const { report } = await probe({ udp });
    expect(verdictOf(report, 'it answers to the word CONTROLLER_DETECT')).toBe("didn't hold: no reply came");
    expect(verdictOf(report, 'it answers to another word')).toBe('held: a reply came');
  });

  it('says that nothing was seen if the password is wrong', async () => {
    const { report } = await probe({}, { password: 'wrong' });
    expect(verdictOf(report, 'POST /auth/login: Basic gives an access token')).toBe(
      "didn't hold: status 401"
    );
    expect(verdictOf(report, 'GET /devices: a list')).toContain('not seen');
  });
});

describe.concurrent('the report on each option of the virtual controller', () => {
  it('reports a strict poll', async () => {
    const { report } = await probe({ poll: 'strict' });
    expect(verdictOf(report, 'there is a long poll')).toContain('held');
    expect(verdictOf(report, 'a poll without `last` is accepted')).toBe("didn't hold: status 400");
    expect(verdictOf(report, 'a reply without events has `last`')).toContain("didn't hold");
  });

  it('reports a missing poll', async () => {
    const { report } = await probe({ poll: 'none' });
    expect(verdictOf(report, 'there is a long poll')).toBe("didn't hold: status 404");
    expect(verdictOf(report, 'a poll without `last` is accepted')).toContain('not seen');
  });

  it.each<[VirtualOptions['ownEvents'], string]>([
    ['at-once', 'held: at once'],
    ['late', "didn't hold: late: after"],
    ['never', "didn't hold: never, in 8 s"]
  ])('reports own events that come %s', async (ownEvents, verdict) => {
    const { report, controller } = await probe({ ownEvents }, { device: LAMP });
    expect(verdictOf(report, 'an event reports the probe’s own command at once')).toContain(verdict);
    expect(verdictOf(report, 'a device that is read back')).toBe('held: it does');
    const sent = controller.commandsReceived().map(({ device, params }) => [device, params['status']]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual([LAMP, !sent[1]?.[1]]);
  });

  it.each<[VirtualOptions['refreshTokens'], string]>([
    ['once', 'held: status 401'],
    ['many', "didn't hold: it can be used again"]
  ])('reports refresh tokens that can be used %s', async (refreshTokens, verdict) => {
    const { report } = await probe({ refreshTokens });
    expect(verdictOf(report, 'a refresh token can be used once')).toBe(verdict);
  });

  it.each<[string | null, string]>([
    ['secret', 'held: status 200'],
    [null, "didn't hold: status 401"]
  ])('reports whether tokens signed by %s survive a restart', async (tokenSecret, verdict) => {
    const restarted = (controller: VirtualController) => async () => {
      await controller.stop();
      const again = await startVirtual({ isLiving: false, port: controller.port, tokenSecret });
      running.push(again);
    };
    const { report } = await probe({ tokenSecret }, (controller) => ({ restarted: restarted(controller) }));
    expect(verdictOf(report, 'tokens survive a restart')).toBe(verdict);
  });
});

it('never toggles a lock of any type, nor a device that is not a switch', async () => {
  for (const type of ['DevDoorLock', 'DevLock']) {
    const { controller, report } = await probe({}, (virtual) => {
      const lamp = virtual.device(LAMP);
      if (!lamp) throw new Error('The house has no lamp.');
      virtual.changeLists({ addDevice: { ...lamp, type } });
      return { device: LAMP };
    });
    expect(controller.commandsReceived()).toEqual([]);
    expect(verdictOf(report, 'an event reports the probe’s own command')).toContain('not seen');
  }
});
