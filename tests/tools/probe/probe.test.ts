import { afterAll, describe, expect, it } from 'vitest';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import { reportOf } from '../../../tools/probe/report';
import { survey, type SurveyOptions } from '../../../tools/probe/survey';
import { freePort } from '../../../tools/support/ports';
import { DISCOVERY_PREFIXES } from '../../../tools/virtual/discovery';
import { startStandAlone, type StandAloneOptions } from '../../../tools/virtual/stand-alone';

/** A lamp of the demo house. */
const LAMP = 21;

const running: VirtualController[] = [];
afterAll(async () => {
  for (const controller of running) await controller.stop();
});

/** Probes a virtual controller. Returns the report and the controller. */
async function probe(
  options: StandAloneOptions = {},
  chosen: Partial<SurveyOptions> | ((controller: VirtualController) => Partial<SurveyOptions>) = {}
) {
  const udp = { host: '127.0.0.1', port: 0, prefixes: [...DISCOVERY_PREFIXES] };
  const port = await freePort();
  const controller = await startStandAlone({ isLiving: false, pollMs: 200, port, udp, ...options });
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

/** Starts the controller again, as its owner does. */
const restartOf = (controller: VirtualController, tokenSecret: string | null) => async () => {
  await controller.stop();
  running.push(await startStandAlone({ isLiving: false, port: controller.port, tokenSecret }));
};

describe.concurrent('the report', () => {
  it('says that everything documented holds for the default virtual controller, and contains no name, address, token or note', async () => {
    const { report, controller, seen } = await probe();
    const rows = report.split('\n').filter((line) => line.startsWith('| documented [D]'));
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((line) => line.includes("didn't hold")).map((line) => line.split(' | ')[1])).toEqual([
      'every type of device is documented'
    ]);
    expect(verdictOf(report, 'a poll without `last` is accepted')).toContain('held');
    expect(verdictOf(report, 'a refresh token can be used once')).toBe('held: status 401');
    expect(controller.commandsReceived()).toEqual([]);
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

  it('says that nothing was seen if the password is wrong', async () => {
    const { report } = await probe({}, { password: 'wrong' });
    expect(verdictOf(report, 'POST /auth/login: Basic gives an access token')).toBe(
      "didn't hold: status 401"
    );
    expect(verdictOf(report, 'GET /devices: a list')).toContain('not seen');
  });

  it('says of a device that is toggled and back when its event came, and that tokens survive a restart', async () => {
    const { report, controller } = await probe({ tokenSecret: 'secret' }, (virtual) => ({
      device: LAMP,
      restarted: restartOf(virtual, 'secret')
    }));
    expect(verdictOf(report, 'an event reports the probe’s own command at once')).toContain('held: at once');
    expect(verdictOf(report, 'a device that is read back')).toBe('held: it does');
    expect(verdictOf(report, 'tokens survive a restart')).toBe('held: status 200');
    const sent = controller.commandsReceived().map(({ device, params }) => [device, params['status']]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual([LAMP, !sent[1]?.[1]]);
  });

  it('says what a controller does otherwise: its search, its poll, its events and its tokens', async () => {
    const udp = { host: '127.0.0.1', port: 0, prefixes: [DISCOVERY_PREFIXES[1]] };
    const otherwise = { udp, poll: 'strict', ownEvents: 'late', refreshTokens: 'many' } as const;
    const { report } = await probe({ ...otherwise, tokenSecret: null }, (controller) => ({
      device: LAMP,
      restarted: restartOf(controller, null)
    }));
    for (const [fact, verdict] of [
      ['it answers to the word CONTROLLER_DETECT', "didn't hold: no reply came"],
      ['it answers to another word', 'held: a reply came'],
      ['there is a long poll', 'held'],
      ['a poll without `last` is accepted', "didn't hold: status 400"],
      ['a reply without events has `last`', "didn't hold"],
      ['an event reports the probe’s own command at once', "didn't hold: late: after"],
      ['a refresh token can be used once', "didn't hold: it can be used again"],
      ['tokens survive a restart', "didn't hold: status 401"]
    ] as const)
      expect(verdictOf(report, fact), fact).toContain(verdict);
  });

  it.each(['DevDoorLock', 'DevLock'])('is made without a toggle of a lock of any type: %s', async (type) => {
    const { controller, report } = await probe({}, (virtual) => {
      const lamp = virtual.device(LAMP);
      if (!lamp) throw new Error('The house has no lamp.');
      virtual.changeLists({ addDevice: { ...lamp, type } });
      return { device: LAMP };
    });
    expect(controller.commandsReceived()).toEqual([]);
    expect(verdictOf(report, 'an event reports the probe’s own command')).toContain('not seen');
  });
});
