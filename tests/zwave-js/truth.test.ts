import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { slowness } from '../support/yardstick';
import { moving, openHouse, received, soon } from './panel';

let opened: Awaited<ReturnType<typeof openHouse>>;
/** Commands to deaf plugs. Their deadlines pass while the other tests run. */
let tries: { readonly device: number; readonly ended: ReturnType<typeof opened.panel.ended> }[];
let last: (typeof tries)[number];

beforeAll(async () => {
  opened = await openHouse({ plugs: 20 });
  const devices = await opened.panel.devices();
  const plugs = devices.filter(({ name }) => name.startsWith('Deaf plug '));
  tries = [];
  // One after the other: an answer does not say which command it is for.
  for (const { id: device } of plugs) tries.push(await tell(device, true));
  const deaf = await id('Deaf plug');
  await tell(deaf, true);
  await tell(deaf, false);
  last = await tell(deaf, true);
  return opened.close;
});

async function tell(device: number, status: boolean) {
  const sent = await opened.panel.send(device, 'setStatus', { status });
  return { device, ended: opened.panel.ended(sent) };
}

const id = async (name: string) => (await opened.panel.named(name)).id;

it('a command to a real driver is confirmed by a supervised device', async () => {
  const lamp = await id('Lamp');
  const on = await opened.panel.command(lamp, 'setStatus', { status: true });
  expect(on.state).toBe('confirmed');
  expect((await opened.panel.named('Lamp')).params).toMatchObject({ Status: true });
});

it('a command to a real driver is confirmed within 2 s by an old plug that has no supervision', async () => {
  const on = await opened.panel.command(await id('Old plug'), 'setStatus', { status: true });
  expect(on.state).toBe('confirmed');
  expect(on.ms).toBeLessThan(2000 * slowness());
});

it('a command to a real driver fails within half a second if the device refuses it', async () => {
  const on = await opened.panel.command(await id('Refusing plug'), 'setStatus', { status: true });
  expect(on.state).toBe('failed');
  expect(on.ms).toBeLessThan(500 * slowness());
});

it('a command to a real driver is confirmed at once if it changes nothing', async () => {
  const lamp = await id('Lamp');
  await opened.panel.command(lamp, 'setStatus', { status: true });
  const again = await opened.panel.command(lamp, 'setStatus', { status: true });
  expect(again.state).toBe('confirmed');
  expect(again.ms).toBeLessThan(1500 * slowness());
});

it('a command to a real driver fails within five seconds if its device is dead', async () => {
  const dead = await id('Dead plug');
  await opened.house.do('kill', { node: 7 });
  const on = await opened.panel.command(dead, 'setStatus', { status: true });
  expect(on.state).toBe('failed');
  expect(on.ms).toBeLessThan(5000 * slowness());
  expect((await opened.panel.named('Dead plug')).alive).toBe(false);
});

it('a command to a real driver moves a dimmer, which is confirmed at its level', async () => {
  const dim = await opened.panel.command(await id('Dimmer'), 'setLevel', { level: 40 });
  expect(dim.state).toBe('confirmed');
});

it('a command to a real driver that stops a blind has its position within a second', async () => {
  const blind = await id('Blind');
  await opened.panel.send(blind, 'setLevel', { level: 99 });
  await received(opened.house, 9, 'MultilevelSwitchCCSet');
  await moving(1500);
  const started = performance.now();
  await opened.panel.send(blind, 'stop');
  await soon(async () => {
    const level = Number((await opened.panel.named('Blind')).params['Level']);
    expect([level, level > 5 && level < 95]).toEqual([level, true]);
  });
  expect(performance.now() - started).toBeLessThan(1000 * slowness());
});

/** Waits until the valve sleeps. */
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
  beforeEach(() => asleep());

  it('waits, and is confirmed when that wakes up', async () => {
    const { panel, house } = opened;
    const sent = await set(23);
    await soon(() => expect(statesOf(sent)).toContain('accepted'));
    await panel.seen('Valve', { currentSetpoints: { Heat: 20 } });
    await house.do('wake');
    expect((await panel.ended(sent)).state).toBe('confirmed');
    await panel.seen('Valve', { currentSetpoints: { Heat: 23 } });
  });

  it('is not confirmed if that acknowledges it and does nothing', async () => {
    const { panel, house } = opened;
    await house.do('deafen', { node: 8 });
    const sent = await set(27);
    await soon(() => expect(statesOf(sent)).toContain('accepted'));
    await house.do('clear', { node: 8 });
    const { id } = await panel.named('Valve');
    const setpoints = () => panel.reported(id, 'currentSetpoints').filter((value) => value !== undefined);
    const before = setpoints().length;
    await house.do('wake');
    await received(house, 8, 'ThermostatSetpointCCSet');
    await received(house, 8, 'WakeUpCCNoMoreInformation');
    await asleep();
    // It reports again what it had, which is no answer to a command that is far from that.
    for (const value of setpoints().slice(before)) expect(value).toEqual({ Heat: 23 });
    expect(statesOf(sent)).not.toContain('confirmed');
  });
});

it('a command to a real driver’s deaf plug is never confirmed by a plug that acknowledges it and does nothing, in twenty tries', async () => {
  expect(tries).toHaveLength(20);
  for (const { device, ended } of tries) {
    expect((await ended).state).toBe('unconfirmed');
    expect(opened.panel.reported(device, 'Status')).not.toContain(true);
  }
});

it('a command to a real driver’s deaf plug is not confirmed by a deaf plug after on, off and on', async () => {
  expect((await last.ended).state).toBe('unconfirmed');
  expect(opened.panel.reported(last.device, 'Status')).not.toContain(true);
});
