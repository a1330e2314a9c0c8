import { isShown, type Device } from '#shared/home';
import { decodeDevice, decodeDevices } from '#shared/home-schema';
import { LEVEL_TOLERANCE } from '#shared/interfaces/level';
import { describe, expect, test } from 'vitest';
import { basic, Client, errorCodeOf, numberAt, recordsAt, textAt } from './client';
import type { Reach } from './controller.contract';
import { Poller } from './poller';

/** Commands and the resulting changes [O]. */
export function describeCommands(reach: Reach) {
  const client = () => new Client(reach().base, basic(reach().username, reach().password));

  async function find(type: string): Promise<Device> {
    const { body } = await client().get('/devices?fields=all');
    const devices = decodeDevices(body)?.entries ?? [];
    const device = devices.find((each) => each.type === type && each.alive && isShown(each));
    if (device === undefined) throw new Error(`The controller has no ${type}`);
    return device;
  }

  const paramsOf = async (id: number) => decodeDevice((await client().get(`/devices/${id}`)).body)?.params;

  describe('commands', () => {
    test('commands are listed for a device', async () => {
      const { id } = await find('DevSwitch');
      const { body } = await client().get(`/devices/${id}/actions`);
      expect(recordsAt(body, 'actions').map((action) => textAt(action, 'method'))).toContain('setStatus');
    });

    test('a command switches a lamp: accepted first, reported by a change afterwards', async () => {
      const lamp = await find('DevSwitch');
      const wanted = lamp.params['Status'] !== true;
      const poller = await Poller.from(client());
      expect(await client().act(lamp.id, 'setStatus', { status: wanted })).toMatchObject({ status: 200 });
      expect(await poller.valuesUntil(lamp.id, 'Status', (value) => value === wanted)).toEqual([wanted]);
      expect(await paramsOf(lamp.id)).toMatchObject({ Status: wanted });
      await client().act(lamp.id, 'setStatus', { status: !wanted });
      await poller.valuesUntil(lamp.id, 'Status', (value) => value === !wanted);
    });

    test('a command dims a lamp, whose level approaches the target', async () => {
      const lamp = await find('DevDimmer');
      const wanted = Number(lamp.params['Level']) > 50 ? 20 : 80;
      const isThere = (value: unknown) => Math.abs(Number(value) - wanted) <= LEVEL_TOLERANCE;
      const poller = await Poller.from(client());
      expect(await client().act(lamp.id, 'setLevel', { level: wanted })).toMatchObject({ status: 200 });
      const distances = (await poller.valuesUntil(lamp.id, 'Level', isThere)).map((value) =>
        Math.abs(Number(value) - wanted)
      );
      expect(distances).toEqual([...distances].sort((one, other) => other - one));
    });

    test('a command is refused with the error body if the device has no such method or the arguments are wrong', async () => {
      const { id, params } = await find('DevDimmer');
      const before = params['Level'];
      for (const [method, args] of [
        ['explode', {}],
        ['setSetpoint', { setpoint: 20, setpointType: 'Heat' }],
        ['setLevel', {}],
        ['setLevel', { level: 100 }],
        ['setLevel', { level: '50' }],
        ['setLevel', { level: 1.5 }]
      ] as const) {
        const answer = await client().act(id, method, args);
        expect(answer.status).toBe(400);
        expect(errorCodeOf(answer)).toBeGreaterThan(0);
      }
      expect(await client().post(`/devices/${id}/actions`, [])).toMatchObject({ status: 400 });
      expect(await paramsOf(id)).toMatchObject({ Level: before });
    });
  });

  describe('the long poll', () => {
    test('starts from now without `last`: nothing from before is reported', async () => {
      const { last: before } = await Poller.from(client());
      const lamp = await find('DevSwitch');
      const poll = client().get('/poll');
      await client().act(lamp.id, 'setStatus', { status: lamp.params['Status'] !== true });
      const { body } = await poll;
      expect(recordsAt(body, 'events').length).toBeLessThanOrEqual(numberAt(body, 'last') - before);
    });
  });
}
