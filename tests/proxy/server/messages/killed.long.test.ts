import { expect, it, onTestFinished } from 'vitest';
import { join } from '../../../../tools/support/join';
import { besideController, startProgram } from '../../../../tools/support/program';
import { builtProgram } from '../../../support/built-program';
import { virtualForTest } from '../../../support/controllers';
import { startWays } from '../../../support/ways';
import { chooseWebhook } from './choose-webhook';

const MOMENTS = 20;
/** Milliseconds between one moment of a kill and the next. A message has left the program after about 200 ms. */
const STEP_MS = 25;

it(
  'killed at 20 moments after a trip, each armed sensor is told once or twice, with one tag of each kind',
  { timeout: 300_000 },
  async () => {
    const controller = await virtualForTest();
    const ways = await startWays();
    const program = await startProgram(besideController(controller.port), builtProgram());
    onTestFinished(() => program.end());
    expect(await chooseWebhook(program.url, await join(program.url), `${ways.url}/hook`)).toBe(204);

    const door = controller.device(32);
    if (door) controller.changeLists({ addDevice: { ...door, id: 299 } });
    const sensors = Array.from({ length: 300 }, (_, id) => id).filter((id) =>
      controller.device(id)?.interfaces.includes('SensorBinary')
    );
    for (const sensor of sensors) controller.setDevice(sensor, { params: { Armed: true, Tripped: false } });
    // The proxy has seen that they are calm.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const counts: number[] = [];
    /** Each kind of alarm with its tag: smoke and water are episodes of their own. */
    const tags = new Set<string>();
    const kinds = new Set<string>();
    for (const [n, sensor] of sensors.slice(0, MOMENTS).entries()) {
      const before = ways.received.length;
      const news = () => ways.received.slice(before);
      controller.setDevice(sensor, { params: { Tripped: true } });
      await new Promise((resolve) => setTimeout(resolve, n * STEP_MS));
      await program.kill();
      await program.start();
      await expect.poll(() => news().length, { timeout: 30_000 }).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      for (const { body } of news()) {
        const { kind, tag } = JSON.parse(body.toString()) as Record<'kind' | 'tag', string>;
        kinds.add(kind);
        tags.add(`${kind} ${tag}`);
      }
      counts.push(news().length);
      expect(counts.at(-1), `killed after ${n * STEP_MS} ms`).toBeLessThanOrEqual(2);
    }
    console.log(`Messages of each alarm: ${counts.join(' ')}`);
    expect({ momentCount: counts.length, tagCount: tags.size }).toEqual({
      momentCount: MOMENTS,
      tagCount: kinds.size
    });
  }
);
