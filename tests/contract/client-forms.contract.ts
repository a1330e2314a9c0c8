import { isShown, type Device } from '#shared/home';
import { decodeDevice, decodeDevices } from '#shared/home-schema';
import { readThermostatMode } from '#shared/interfaces/thermostat-mode';
import { describe, expect, test } from 'vitest';
import { basic, Client } from './client';
import type { Reach } from './controller.contract';

/** All four query keys, as clients send them with every list [O]. */
const QUERY = 'show_hidden=false&compact=false&with_actions=true&fields=all';

/** Requests in the exact forms of a client of such controllers [O]. */
export function describeClientForms(reach: Reach) {
  const client = () => new Client(reach().base, basic(reach().username, reach().password));

  async function find(fits: (device: Device) => boolean): Promise<Device> {
    const { body } = await client().get(`/devices?${QUERY}`);
    const device = decodeDevices(body)?.entries.find((each) => each.alive && isShown(each) && fits(each));
    if (device === undefined) throw new Error('The controller has no such device');
    return device;
  }
  const has = (name: string) => (device: Device) => device.interfaces.includes(name);
  const paramsOf = async (id: number) => decodeDevice((await client().get(`/devices/${id}`)).body)?.params;

  describe('the requests of a client', () => {
    test('a level of 100 opens a shutter completely', { timeout: 40_000 }, async () => {
      const { id } = await find((device) => has('Shutter')(device) && Number(device.params['Level']) > 80);
      const answer = await client().post(`/devices/${id}/actions`, {
        method: 'setLevel',
        params: { level: 100 }
      });
      expect(answer.status).toBe(200);
      while ((await paramsOf(id))?.['Level'] !== 99) await client().get('/info');
    });

    test('a method without parameters is accepted without `params`', async () => {
      const { id } = await find(has('Shutter'));
      const answer = await client().post(`/devices/${id}/actions`, { method: 'stop' });
      expect(answer.status).toBe(200);
    });

    test('a setpoint is accepted for any mode of a thermostat', async () => {
      const { id, params } = await find(
        (device) =>
          has('ThermostatSetpoint')(device) && readThermostatMode(device.params).modes.includes('Auto')
      );
      for (const setpointType of readThermostatMode(params).modes) {
        const answer = await client().act(id, 'setSetpoint', { setpoint: 21.5, setpointType });
        expect(answer.status).toBe(200);
      }
      expect(await client().act(id, 'setSetpoint', { setpoint: 21.5, setpointType: 'Boost' })).toMatchObject({
        status: 400
      });
    });
  });
}
