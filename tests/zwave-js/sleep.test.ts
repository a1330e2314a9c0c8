import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHouse, soon } from './panel';

const NODE = 8;

let opened: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  opened = await openHouse();
  return opened.close;
});
beforeEach(() => asleep());

const asleep = () => soon(async () => expect(await opened.house.do('asleep')).toBe(true));

/** Sends a setpoint to the valve, which sleeps. */
async function set(setpoint: number) {
  const { id } = await opened.panel.named('Valve');
  return opened.panel.send(id, 'setSetpoint', { setpoint, setpointType: 'Heat' });
}

/** All states that a command had. */
const statesOf = (id: string) =>
  opened.panel.live.messages
    .flatMap((message) => (message.type === 'commands' ? message.entries : []))
    .filter((entry) => entry.id === id)
    .map(({ state }) => state);

describe('a command for a real driver’s device that sleeps', () => {
  it('waits, and is confirmed when that wakes up', async () => {
    const { panel, house } = opened;
    const sent = await set(23);
    await soon(() => expect(statesOf(sent)).toContain('accepted'));
    await panel.seen('Valve', { currentSetpoints: { Heat: 20 } });
    await house.do('wake');
    expect((await panel.ended(sent)).state).toBe('confirmed');
    await panel.seen('Valve', { currentSetpoints: { Heat: 23 } });
  });

  it('is refused while an earlier one waits', async () => {
    const { panel, house } = opened;
    await set(18);
    expect(await panel.ended(await set(25))).toMatchObject({
      state: 'failed',
      failure: { message: 'An earlier command waits until the device wakes up.' }
    });
    await house.do('wake');
    await panel.seen('Valve', { currentSetpoints: { Heat: 18 } });
  });

  it('is not confirmed if that acknowledges it and does nothing', async () => {
    const { panel, house } = opened;
    await house.do('deafen', { node: NODE });
    const sent = await set(27);
    const from = panel.live.messages.length;
    await house.do('wake');
    await asleep();
    const after = panel.live.messages.slice(from);
    expect(after.flatMap((message) => (message.type === 'changes' ? message.changes : []))).toEqual([]);
    expect(statesOf(sent)).not.toContain('confirmed');
  });
});
