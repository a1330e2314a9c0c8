import { expect, onTestFinished, test } from 'vitest';
import { Emitter } from '#shared/emitter';
import { openPool } from '../../../../proxy/server/controllers/connection';
import { knownPassword } from '../../../../proxy/sources/served/auth/admission';
import { serveSource } from '../../../../proxy/sources/served/serve';
import { basic } from '../../../support/controller-client';
import { homeOf, node } from './nodes';

/** A sensor of each quantity that a room may have a main device of. */
const values = [
  [1, 'Air temperature', '°F', 61.7],
  [3, 'Illuminance', 'lx', 120],
  [5, 'Humidity', '%', 47]
].map(([sensorType, property, unit, value]) => ({
  endpoint: 0,
  commandClass: 49,
  property,
  propertyName: property,
  metadata: { unit, ccSpecific: { sensorType } },
  value
}));

test('a room of a Z-Wave JS server has no main device: the page and the household choose its sensors', async () => {
  const { home, clock } = homeOf(node(2, { location: 'Hall', endpoints: [], values }));
  const never = () => new Emitter<void>().subscribe(() => undefined);
  const source = {
    home: () => home.served,
    onChange: never,
    onLists: never,
    onGone: never,
    run: () => Promise.resolve({ status: 'done' as const })
  };
  const served = serveSource(source, {
    identity: { name: 'Home', mac: null, model: 'zwave-js' },
    clock,
    refusalOf: knownPassword('anna', 'secret'),
    tokenSecret: null,
    reportBug: (bug) => expect.unreachable(String(bug))
  });
  served.server.startInProcess();
  const pool = openPool({ address: '', port: 0 }, { connect: async () => served.connect() }, () => true);
  onTestFinished(async () => {
    await pool.destroy();
    await served.server.stop();
  });
  const read = async (path: string) => {
    const headers = { authorization: basic('anna', 'secret') };
    const answer = await pool.request({ method: 'GET', path: `/api/v2${path}`, headers });
    return answer.body.json();
  };
  const none = { temperature_sensor: null, humidity_sensor: null, luminosity_sensor: null };
  expect(home.served?.devices.size).toBe(3);
  expect(await read('/rooms')).toMatchObject({ rooms: [{ name: 'Hall', ...none, main_devices: none }] });
});
