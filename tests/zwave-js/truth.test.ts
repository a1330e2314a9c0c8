import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MockHouse } from './mock-house';
import { openPanel, openSource, type Panel } from './panel';

let house: MockHouse;
let panel: Panel;
let close: () => Promise<void>;

beforeAll(async () => {
  house = await MockHouse.start();
  const { source, stop } = await openSource(house.port, house.homeId);
  const opened = await openPanel(source);
  ({ panel } = opened);
  close = async () => {
    await opened.close();
    stop();
  };
});
afterAll(async () => {
  await close();
  house.kill();
});

const id = async (name: string) => (await panel.named(name)).id;

describe('a command to a real driver', () => {
  it('is confirmed by a supervised device', async () => {
    const lamp = await id('Lamp');
    const on = await panel.command(lamp, 'setStatus', { status: true });
    console.log('supervised', on);
    expect(on.state).toBe('confirmed');
    expect((await panel.named('Lamp')).params).toMatchObject({ Status: true });
  });

  it('is confirmed within 2 s by an old plug that has no supervision', async () => {
    const on = await panel.command(await id('Old plug'), 'setStatus', { status: true });
    console.log('old plug', on);
    expect(on.state).toBe('confirmed');
    expect(on.ms).toBeLessThan(2000);
  });

  it('fails within half a second if the device refuses it', async () => {
    const on = await panel.command(await id('Refusing plug'), 'setStatus', { status: true });
    console.log('refusing', on);
    expect(on.state).toBe('failed');
  });

  it('is never confirmed by a plug that acknowledges it and does nothing, in twenty tries', async () => {
    const deaf = (await panel.devices()).filter(({ name }) => name.startsWith('Deaf plug '));
    expect(deaf).toHaveLength(10);
    for (const round of [1, 2]) {
      const ended = await Promise.all(
        deaf.map((plug) => panel.command(plug.id, 'setStatus', { status: true }))
      );
      expect([round, ended.filter(({ state }) => state !== 'unconfirmed')]).toEqual([round, []]);
    }
    expect(deaf.map(({ params }) => params['Status'])).not.toContain(true);
  });

  it('is not confirmed by a deaf plug after on, off and on', async () => {
    const deaf = await id('Deaf plug');
    await panel.send(deaf, 'setStatus', { status: true });
    await panel.send(deaf, 'setStatus', { status: false });
    const last = await panel.command(deaf, 'setStatus', { status: true });
    expect(last.state).toBe('unconfirmed');
  });

  it('is confirmed at once if it changes nothing', async () => {
    const lamp = await id('Lamp');
    await panel.command(lamp, 'setStatus', { status: true });
    const again = await panel.command(lamp, 'setStatus', { status: true });
    console.log('again', again);
    expect(again.state).toBe('confirmed');
    expect(again.ms).toBeLessThan(1500);
  });

  it('fails within five seconds if its device is dead', async () => {
    const dead = await id('Dead plug');
    await house.do('kill', { node: 7 });
    const on = await panel.command(dead, 'setStatus', { status: true });
    console.log('dead', on);
    expect(on.state).toBe('failed');
    expect(on.ms).toBeLessThan(5000);
    expect((await panel.named('Dead plug')).alive).toBe(false);
  });

  it('waits for a device that sleeps, and is confirmed when that wakes up', async () => {
    await vi.waitFor(async () => expect(await house.do('asleep')).toBe(true), { timeout: 15_000 });
    const valve = await id('Valve');
    const sent = await panel.send(valve, 'setSetpoint', { setpoint: 23, setpointType: 'Heat' });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const open = panel.live.messages
      .flatMap((message) => (message.type === 'commands' ? message.entries : []))
      .findLast((entry) => entry.id === sent);
    expect(open).toMatchObject({ state: 'accepted' });
    expect((await panel.named('Valve')).params).toMatchObject({ currentSetpoints: { Heat: 20 } });
    await house.do('wake');
    expect((await panel.ended(sent)).state).toBe('confirmed');
    expect((await panel.named('Valve')).params).toMatchObject({ currentSetpoints: { Heat: 23 } });
  });

  it('for a device that sleeps is refused while an earlier one waits', async () => {
    await vi.waitFor(async () => expect(await house.do('asleep')).toBe(true), { timeout: 15_000 });
    const valve = await id('Valve');
    await panel.send(valve, 'setSetpoint', { setpoint: 18, setpointType: 'Heat' });
    const second = await panel.command(valve, 'setSetpoint', { setpoint: 25, setpointType: 'Heat' });
    expect(second).toMatchObject({
      state: 'failed',
      failure: { message: 'An earlier command waits until the device wakes up.' }
    });
    await house.do('wake');
    await vi.waitFor(
      async () =>
        expect((await panel.named('Valve')).params).toMatchObject({ currentSetpoints: { Heat: 18 } }),
      { timeout: 15_000 }
    );
  });

  it('is not confirmed by a deaf device that slept', async () => {
    await house.do('deafen', { node: 8 });
    await vi.waitFor(async () => expect(await house.do('asleep')).toBe(true), { timeout: 15_000 });
    const valve = await id('Valve');
    const sent = await panel.send(valve, 'setSetpoint', { setpoint: 27, setpointType: 'Heat' });
    const from = panel.live.messages.length;
    await house.do('wake');
    await vi.waitFor(async () => expect(await house.do('asleep')).toBe(true), { timeout: 15_000 });
    const after = panel.live.messages.slice(from);
    expect(after.flatMap((message) => (message.type === 'changes' ? message.changes : []))).toEqual([]);
    const states = after
      .flatMap((message) => (message.type === 'commands' ? message.entries : []))
      .filter((entry) => entry.id === sent)
      .map(({ state }) => state);
    expect(states).not.toContain('confirmed');
  });

  it('moves a dimmer, which is confirmed at its level', async () => {
    const dim = await panel.command(await id('Dimmer'), 'setLevel', { level: 40 });
    console.log('dimmer', dim);
    expect(dim.state).toBe('confirmed');
  });

  it('that stops a blind has its position within a second', async () => {
    const blind = await id('Blind');
    await panel.send(blind, 'setLevel', { level: 99 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const started = performance.now();
    await panel.send(blind, 'stop');
    await vi.waitFor(async () => {
      const level = Number((await panel.named('Blind')).params['Level']);
      expect(level).toBeGreaterThan(20);
      expect(level).toBeLessThan(95);
    });
    console.log('stop', performance.now() - started, (await panel.named('Blind')).params);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
