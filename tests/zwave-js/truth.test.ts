import { beforeAll, describe, expect, it } from 'vitest';
import { slowness } from '../support/yardstick';
import { moving, openHouse, soon } from './panel';

let opened: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  opened = await openHouse();
  return opened.close;
});

const id = async (name: string) => (await opened.panel.named(name)).id;

describe('a command to a real driver', () => {
  it('is confirmed by a supervised device', async () => {
    const lamp = await id('Lamp');
    const on = await opened.panel.command(lamp, 'setStatus', { status: true });
    expect(on.state).toBe('confirmed');
    expect((await opened.panel.named('Lamp')).params).toMatchObject({ Status: true });
  });

  it('is confirmed within 2 s by an old plug that has no supervision', async () => {
    const on = await opened.panel.command(await id('Old plug'), 'setStatus', { status: true });
    expect(on.state).toBe('confirmed');
    expect(on.ms).toBeLessThan(2000 * slowness());
  });

  it('fails within half a second if the device refuses it', async () => {
    const on = await opened.panel.command(await id('Refusing plug'), 'setStatus', { status: true });
    expect(on.state).toBe('failed');
    expect(on.ms).toBeLessThan(500 * slowness());
  });

  it('is never confirmed by a plug that acknowledges it and does nothing, in twenty tries', async () => {
    const deaf = (await opened.panel.devices()).filter(({ name }) => name.startsWith('Deaf plug '));
    expect(deaf).toHaveLength(10);
    for (const round of [1, 2]) {
      const ended = await Promise.all(
        deaf.map((plug) => opened.panel.command(plug.id, 'setStatus', { status: true }))
      );
      expect([round, ended.filter(({ state }) => state !== 'unconfirmed')]).toEqual([round, []]);
    }
    for (const { id: device } of deaf) expect(opened.panel.reported(device, 'Status')).not.toContain(true);
  });

  it('is not confirmed by a deaf plug after on, off and on', async () => {
    const deaf = await id('Deaf plug');
    await opened.panel.send(deaf, 'setStatus', { status: true });
    await opened.panel.send(deaf, 'setStatus', { status: false });
    const last = await opened.panel.command(deaf, 'setStatus', { status: true });
    expect(last.state).toBe('unconfirmed');
    expect(opened.panel.reported(deaf, 'Status')).not.toContain(true);
  });

  it('is confirmed at once if it changes nothing', async () => {
    const lamp = await id('Lamp');
    await opened.panel.command(lamp, 'setStatus', { status: true });
    const again = await opened.panel.command(lamp, 'setStatus', { status: true });
    expect(again.state).toBe('confirmed');
    expect(again.ms).toBeLessThan(1500 * slowness());
  });

  it('fails within five seconds if its device is dead', async () => {
    const dead = await id('Dead plug');
    await opened.house.do('kill', { node: 7 });
    const on = await opened.panel.command(dead, 'setStatus', { status: true });
    expect(on.state).toBe('failed');
    expect(on.ms).toBeLessThan(5000 * slowness());
    expect((await opened.panel.named('Dead plug')).alive).toBe(false);
  });

  it('moves a dimmer, which is confirmed at its level', async () => {
    const dim = await opened.panel.command(await id('Dimmer'), 'setLevel', { level: 40 });
    expect(dim.state).toBe('confirmed');
  });

  it('that stops a blind has its position within a second', async () => {
    const blind = await id('Blind');
    await opened.panel.send(blind, 'setLevel', { level: 99 });
    await moving(1500);
    const started = performance.now();
    await opened.panel.send(blind, 'stop');
    await soon(async () => {
      const level = Number((await opened.panel.named('Blind')).params['Level']);
      expect([level, level > 5 && level < 95]).toEqual([level, true]);
    });
    expect(performance.now() - started).toBeLessThan(1000 * slowness());
  });
});
