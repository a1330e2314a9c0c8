import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { diagnose } from '../../../../proxy/box/doctor/diagnose';
import { textReportOf } from '../../../../proxy/box/doctor/finding';
import type { Screen } from '../../../../proxy/server/household/screens/screen';
import { registerReport } from '../../../../proxy/server/operations/box-troubles';
import { controllerAt } from '../../../../tools/support/test-variables';
import { boxFor } from '../../../support/homes';
import { FakeCards } from '../../../support/test-cards';
import { optionsOf, refusal, testProxy, type TestProxy } from '../../../support/test-proxy';
import { pair, signedInBy, type SignedIn } from '../household/managed-household';
import { at, CARD, HOME } from '../household/owner';

const PASSWORD = 'horse-battery';
const PIN = '83746152';

/** A household with this report, and its managing screen. */
async function managedBox(report: (proxy: TestProxy, home: string) => Promise<string>) {
  const cards = new FakeCards({ [HOME]: CARD });
  const real = await boxFor({ address: HOME, password: PASSWORD, token: 'canary-token' });
  const argv = controllerAt(real.port);
  const proxy: TestProxy = await testProxy({ argv, cards, report: (home) => report(proxy, home) });
  const signIn = (more = {}, headers = {}) =>
    proxy.signIn(at(HOME, { password: PASSWORD, ...more }), headers);
  const owner = signedInBy(await signIn());
  const ask = ({ cookie }: SignedIn) => proxy.call(cookie, 'GET', '/own/report');
  return { proxy, signIn, owner, ask };
}

/** What the program answers, but for the searches in the network. */
async function reportOf({ dataDir, log }: TestProxy, home: string) {
  const now = Date.now();
  const findings = await diagnose({
    options: optionsOf('--data-dir', dataDir),
    host: { nodeVersion: '24.1.0', hostKind: 'plain', addresses: [], now, builtAt: 0, webFolder: '' },
    discover: () => Promise.reject(new Error('The network is searched.')),
    home
  });
  return textReportOf({ version: 'test', now }, findings, log.memory.linesFor(home));
}

it('a report has no cookie, password, code, token or PIN of what was done before, and none of the key', async () => {
  const { proxy, signIn, owner, ask } = await managedBox(reportOf);
  const { call } = proxy;
  const setupCode = await proxy.makeSetupCode();
  const phone = signedInBy(await signIn({ screen: 'Phone' }, { 'mantel-setup-code': setupCode }));
  await signIn({ password: 'wrong-battery' });
  const offer = await call(owner.cookie, 'POST', '/own/pairing', { rights: FULL_RIGHTS });
  const { code } = offer.json as { code: string };
  const guest = signedInBy(await call('', 'POST', '/api/pair', { code, screen: 'Guest' }));
  await call(guest.cookie, 'PUT', '/own/pin', { pin: PIN });
  await call(guest.cookie, 'POST', '/own/pin/unlock', { pin: PIN });
  const body = { method: 'setStatus', params: { status: true } };
  expect((await call(guest.cookie, 'POST', '/own/v2/devices/1/actions', body)).status).toBe(200);
  const { text } = await ask(owner);
  for (const shown of ['controller Home', 'Screen signed in.', 'Guest', '/devices/1/actions'])
    expect(text).toContain(shown);
  const key = await readFile(join(proxy.dataDir, 'key'));
  const cookies = [owner, phone, guest].map(({ cookie }) => cookie.split('=')[1] ?? '');
  for (const secret of [
    ...cookies,
    setupCode,
    code,
    PIN,
    PASSWORD,
    'wrong-battery',
    'canary-token',
    key.toString('hex'),
    key.toString('base64')
  ])
    expect(text).not.toContain(secret);
});

it('a report is for managing screens alone, and says that it failed', async () => {
  const { proxy, owner, ask } = await managedBox(() => Promise.reject(new Error('The disk is gone.')));
  const guest = await pair(proxy, owner);
  expect(await ask(guest)).toMatchObject(refusal(403, 'limited-screen'));
  expect(await ask(owner)).toMatchObject(refusal(500, 'internal'));
  expect(proxy.log.lines.join()).toContain('The disk is gone.');
});

it('a report is made once for all of a home who ask meanwhile, and anew for the next and for another home', async () => {
  const app = fastify();
  app.decorateRequest('screen', null);
  const made: string[] = [];
  let finish: (report: string) => void = () => undefined;
  app.addHook('preHandler', async (request) => {
    const { id } = request.params as { id: string };
    request.screen = { controller: id } as Screen;
  });
  const report = (home: string) => {
    made.push(home);
    return made.length === 1 ? new Promise<string>((resolve) => (finish = resolve)) : Promise.resolve(home);
  };
  registerReport(app, { report });
  const ask = async (home: string) =>
    (await app.inject(`/api/controllers/${home}/report`)).json<{ report: string }>().report;
  const asking = Promise.all([ask('loft'), ask('loft')]);
  expect(await ask('cottage')).toBe('cottage');
  finish('first');
  expect(await asking).toEqual(['first', 'first']);
  expect(await ask('loft')).toBe('loft');
  expect(made).toEqual(['loft', 'cottage', 'loft']);
});
