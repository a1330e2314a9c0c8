import { isShown, type Device } from '#shared/home';
import { decodeDevices } from '#shared/home-schema';
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

  describe('the requests of a client', () => {
    test('a level of 100 is accepted for a shutter', async () => {
      const { id } = await find(has('Shutter'));
      expect(await client().act(id, 'setLevel', { level: 100 })).toMatchObject({ status: 200 });
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
