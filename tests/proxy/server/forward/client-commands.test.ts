import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { VirtualController } from '../../../../proxy/sources/virtual/start';
import { basic, Client } from '../../../support/controller-client';
import { virtualForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';
import { testProxy } from '../../../support/test-proxy';

const STATUS_OF = { 'lock-refused': 403, 'unknown-method': 400, 'invalid-params': 400 } as const;

const fixtureSchema = v.object({
  commands: v.array(
    v.object({
      device: v.number(),
      method: v.string(),
      params: v.exactOptional(v.record(v.string(), v.unknown())),
      refused: v.exactOptional(v.picklist(['lock-refused', 'unknown-method', 'invalid-params']))
    })
  )
});
const fixture: unknown = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../fixtures/client-commands.json', import.meta.url)), 'utf8')
);
/** What a third-party client sends, in its order. */
const COMMANDS = v.parse(fixtureSchema, fixture).commands;

/** Milliseconds after which every device is at rest: a shutter takes 20 s from end to end. */
const SETTLED_MS = 21_000;
/** Milliseconds between commands while a shutter moves that is to be stopped: a step of the shutter. */
const MOVING_MS = 1_000;

/** Whether a shutter that a later command stops moves after the command at this index. */
const isBeforeStop = (at: number): boolean =>
  COMMANDS.some(
    ({ device, method }, stop) =>
      method === 'stop' &&
      at < stop &&
      COMMANDS.slice(0, stop).findLastIndex((each) => each.device === device) <= at
  );

/** Two equal homes on one clock, and a client of each: of one through the proxy, of the other directly. */
async function withTwoHomes() {
  const clock = new FakeClock();
  const behind = await virtualForTest({ clock });
  const bare = await virtualForTest({ clock });
  const proxy = await testProxy({ clock, controller: behind });
  const cookie = await proxy.cookie();
  const clientOf = ({ address, port }: VirtualController) =>
    new Client(`http://${address}:${port}/api/v2`, basic('demo', 'demo'));
  const devicesOf = async (controller: VirtualController) =>
    (await clientOf(controller).get('/devices?fields=all')).body;
  return {
    clock,
    behind,
    bare,
    devicesOf,
    async throughMantel(device: number, call: object) {
      const path = `/api/controllers/${proxy.id}/v2/devices/${device}/actions`;
      const { status, json } = await proxy.call(cookie, 'POST', path, call);
      return { status, body: json };
    },
    async directly(device: number, call: object) {
      const { status, body } = await clientOf(bare).post(`/devices/${device}/actions`, call);
      return { status, body };
    }
  };
}

it('the commands of a third-party client are answered and take effect as without Mantel; only a lock, an unknown method and a colour as a level are refused', async () => {
  const { clock, behind, bare, devicesOf, throughMantel, directly } = await withTwoHomes();
  for (const [at, { device, refused, ...call }] of COMMANDS.entries()) {
    const about = `${at}: ${device} ${JSON.stringify(call)}`;
    const answer = await throughMantel(device, call);
    if (refused) {
      const refusal = { status: STATUS_OF[refused], body: { error: { code: refused } } };
      expect(answer, about).toMatchObject(refusal);
      continue;
    }
    expect(answer, about).toEqual({ status: 200, body: { success: true } });
    expect(await directly(device, call), about).toEqual(answer);
    await clock.advance(isBeforeStop(at) ? MOVING_MS : SETTLED_MS);
    expect(behind.device(device)?.params, about).toEqual(bare.device(device)?.params);
  }
  await clock.advance(SETTLED_MS);
  expect(await devicesOf(behind)).toEqual(await devicesOf(bare));
  // What was refused never reached the home.
  expect(behind.commandsReceived()).toHaveLength(bare.commandsReceived().length);
});
