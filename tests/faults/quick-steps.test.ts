import { expect, it } from 'vitest';
import { FakeClock, settle } from '../support/fake-clock';
import { json } from '../../tools/support/misbehaving-controller';
import { withMisbehavingController } from '../support/upstream-test';

const ACTIONS = 'POST /devices/1/actions';
/** A twentieth, or all of them with `MANTEL_STORM=whole`. */
const RUNS = process.env['MANTEL_STORM'] === 'whole' ? 1_000 : 50;

it(
  'three quick steps of a dimmer reach the controller in their order, and the last one always does',
  { timeout: 120_000 },
  async () => {
    const clock = new FakeClock();
    const { connect, controller, upstream } = await withMisbehavingController({ [ACTIONS]: json({}) }, clock);
    const client = connect();
    await client.next('commands');
    const levels = () =>
      controller.seen.flatMap(({ url, body }) =>
        url.endsWith('/actions') ? Number(/"level":(\d+)/.exec(body)?.[1]) : []
      );
    for (let run = 0; run < RUNS; run++) {
      const before = levels().length;
      const steps = [1, 2, 3].map((step) => ((run * 3) % 90) + step);
      for (const level of steps)
        client.socket.send(
          JSON.stringify({
            ...{ type: 'commands', id: `${run}-${level}` },
            at: Math.floor(clock.monotonic()),
            commands: [{ device: 1, method: 'setLevel', params: { level } }]
          })
        );
      while (levels().at(-1) !== steps[2]) {
        await clock.advance(100);
        await settle();
      }
      const sent = levels().slice(before);
      expect(sent).toEqual(steps.filter((level) => sent.includes(level)));
      const { commandsInFlight, commandsWaiting } = upstream.commands.counts();
      expect(commandsInFlight + commandsWaiting).toBeLessThanOrEqual(1);
      await clock.advance(1_000);
    }
  }
);
