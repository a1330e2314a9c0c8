import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '#shared/clock';
import { setStatus } from '#shared/interfaces/switch-binary';
import * as make from '../../../proxy/sources/virtual/house/make';
import { startVirtual } from '../../../proxy/sources/virtual/start';
import { median, type Finding } from '../../support/figures';
import { houseOf, numbered, roomOf } from '../../support/house';
import { join } from '../../support/join';
import { Speaker } from '../../support/speaker';
import { openWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { compare, inTurn } from './comparison';
import { tokenAt } from './direct';

const LAMPS = 40;
/** Taps of one round, and the pause between two of them in ms: slower than the rate limit of the radio. */
const TAPS = 20;
const PAUSE_MS = 150;
/** Milliseconds between two commands at the pace of the radio. */
const PACE_MS = 100;

/** A clock with fractions of a millisecond. */
const PRECISE: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/**
 * Compares the time from a tap to its arrival at the controller with that of a direct call, and the time from a batch to
 * the arrival of its last command with that of direct calls at the radio's pace.
 */
export const commands: Scenario = {
  about: 'taps a lamp and switches forty, beside direct calls of the controller',
  run: measureCommands
};

async function measureCommands({ rounds }: ScenarioOptions): Promise<readonly Finding[]> {
  const lamps = numbered(1, LAMPS, (id) => make.lamp(id, `Lamp ${id}`));
  const house = houseOf(roomOf(1, 'Hall', lamps));
  const world = await openWorld(await startVirtual({ house, isLiving: false, clock: PRECISE }));
  const { controller, program } = world;
  try {
    const speaker = await Speaker.open({ url: program.url, ...(await join(program.url)) });
    const authorization = await tokenAt(controller.port);
    /** The milliseconds from a post until the controller has received `count` more commands. */
    async function timeOf(count: number, post: () => Promise<void>): Promise<number> {
      const expected = controller.commandsReceived().length + count;
      const begun = PRECISE.now();
      await post();
      while (controller.commandsReceived().length < expected) await sleep(1);
      const last = controller.commandsReceived().at(-1)?.at ?? NaN;
      await sleep(PAUSE_MS);
      return last - begun;
    }
    let taps = 0;
    /** The median time of some taps, in ms. */
    async function round(post: (device: number, status: boolean) => Promise<void>) {
      const times: number[] = [];
      for (let tap = 0; tap < TAPS; tap++, taps++) {
        const device = 1 + (taps % LAMPS);
        const status = Math.floor(taps / LAMPS) % 2 === 0;
        times.push(await timeOf(1, () => post(device, status)));
      }
      return median(times);
    }
    /** Sends a batch on the live connection. */
    async function say(devices: readonly number[], status: boolean) {
      const commands = devices.map((device) => ({ device, ...setStatus.call({ status }) }));
      const answer = await speaker.say({ commands });
      if (answer.type === 'refused') throw new Error(`A batch was refused: ${answer.error.message}`);
    }
    async function postDirectly(device: number, status: boolean) {
      const reply = await fetch(`http://127.0.0.1:${controller.port}/api/v2/devices/${device}/actions`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(setStatus.call({ status }))
      });
      if (!reply.ok) throw new Error(`A call was refused: ${await reply.text()}`);
      await reply.text();
    }
    let batches = 0;
    /** The time until each lamp has received its command, in seconds. */
    async function all(post: (devices: readonly number[], status: boolean) => Promise<void>) {
      const devices = lamps.map(({ id }) => id);
      const status = (batches += 1) % 2 === 0;
      return (await timeOf(LAMPS, () => post(devices, status))) / 1000;
    }
    const single = await inTurn(rounds, {
      ours: () => round((device, status) => say([device], status)),
      theirs: () => round(postDirectly)
    });
    const whole = await inTurn(rounds, {
      ours: () => all(say),
      theirs: () =>
        all(async (devices, status) => {
          for (const device of devices) {
            await postDirectly(device, status);
            await sleep(PACE_MS);
          }
        })
    });
    speaker.close();
    return [
      compare('a tap until it is at the controller', 'ms', single, (ms) => ms),
      compare('forty lamps until the last is there', 's', whole, (seconds) => seconds, { most: 1.5 })
    ];
  } finally {
    await world.stop();
  }
}
