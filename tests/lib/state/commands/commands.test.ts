import { FULL_RIGHTS } from '#shared/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { Commands } from '../../../../src/lib/state/commands/commands.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import type { LinkPhase } from '../../../../src/lib/state/connection/link.svelte';
import { ProxyClient } from '../../../../src/lib/state/connection/proxy-client';
import { Emitter } from '../../../../src/shared/emitter';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { setStatus } from '#shared/interfaces/switch-binary';
import { aHome, aLamp } from '../test-home';
import { createTestEnvironment, settled } from '../test-environment';
import { locksOf } from '../../kinds/locks';
import { follow, rendered } from '../follow.svelte';

const current = {
  controller: { id: '0123456789ab', name: 'Home', address: '192.168.1.5' },
  user: 'ann',
  screen: { id: 's1', name: 'Phone' },
  rights: FULL_RIGHTS,
  locked: false
};
const on = setStatus.call({ status: true });
const off = setStatus.call({ status: false });
const ACTIONS = '/devices/1/actions';

let world: ReturnType<typeof createTestEnvironment>;
let home: HomeState;
let commands: Commands;
let stop: () => void;
const emitter = new Emitter<LinkPhase>();
const link = {
  isLive: true,
  isResuming: false,
  subscribe: (listener: (phase: LinkPhase) => void) => emitter.subscribe(listener)
};

beforeEach(() => {
  world = createTestEnvironment();
  home = new HomeState();
  Object.assign(link, { isLive: true, isResuming: false });
  commands = new Commands(world.environment, {
    home,
    link,
    session: { current },
    proxy: new ProxyClient(world.environment)
  });
  stop = commands.start();
  home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.1', 1);
});

function lamp(id = 1) {
  const device = home.device(id);
  if (!device) throw new Error('no lamp');
  return device;
}
const phases = (id = 1) => commands.of(id).map(({ phase }) => phase);
const reportStatus = (Status: boolean, device = 1) =>
  home.apply([{ device, params: { Status } }], 'e.2', world.clock.now());

describe('Commands', () => {
  it('posts the command, shows its effect, and shows nothing more once it is confirmed', async () => {
    commands.send(lamp(), on);
    expect(world.proxy.request(ACTIONS).body).toEqual({ method: 'setStatus', params: { status: true } });
    expect([commands.shown(lamp()).params, phases(), commands.isBusy]).toEqual([
      { Status: true },
      ['sending'],
      true
    ]);
    world.proxy.request(ACTIONS).answer(200, {});
    await settled();
    reportStatus(true);
    expect([commands.shown(lamp()), phases(), commands.isBusy]).toEqual([lamp(), [], false]);
    expect(world.clock.waiting).toBe(0);
  });

  it('refuses a command for a lock before anything is sent, whatever interfaces the lock has', () => {
    const locks = locksOf({ Status: true, Level: 40, pulseable: true });
    home.replace(aHome({ devices: [...locks] }), 'e.2', 2);
    for (const lock of locks) {
      commands.send(lock, off);
      expect([phases(lock.id), commands.shown(lock)]).toEqual([['failed'], lock]);
      commands.of(lock.id)[0]?.retry();
    }
    expect(world.proxy.asked).toEqual([]);
  });

  it('leaves a device unchanged if nothing is pending', () => {
    expect(commands.shown(lamp())).toBe(lamp());
  });

  it('re-runs only the readers of the commanded device', async () => {
    const one = follow(() => commands.of(1));
    const two = follow(() => commands.of(2));
    commands.send(lamp(), on);
    await rendered();
    expect([one.runs, two.runs]).toEqual([2, 1]);
    world.clock.pass(190);
    await rendered();
    expect([one.value?.[0]?.isVisible, two.runs]).toEqual([true, 1]);
  });

  it('shows a refusal with the controller’s message, and sends the same command on retry', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).answer(409, { error: { code: 'controller-refused', message: 'Jammed' } });
    await settled();
    const [view] = commands.of(1);
    expect(view).toMatchObject({
      phase: 'failed',
      isVisible: true,
      call: on,
      failure: { message: 'Jammed' }
    });
    expect(commands.shown(lamp()).params).toEqual({ Status: false });
    view?.retry();
    expect(phases()).toEqual(['sending']);
    expect(world.proxy.request(ACTIONS).body).toEqual(on);
  });

  it('dismisses a failure', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).refuse(503, 'controller-busy');
    await settled();
    commands.of(1)[0]?.dismiss();
    expect(phases()).toEqual([]);
  });

  it('reads the device back if its change is late, and uses the result', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).answer(200, {});
    await settled();
    world.clock.pass(5000);
    world.proxy.request('/v2/devices/1').answer(200, { ...lamp(), params: { Status: true } });
    await settled();
    expect([phases(), lamp().params, home.revision]).toEqual([[], { Status: true }, 'e.1']);
  });

  it('says that it is not confirmed if the device has another value', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).answer(200, {});
    await settled();
    world.clock.pass(5000);
    world.proxy.request('/v2/devices/1').answer(200, lamp());
    await settled();
    expect([phases(), commands.shown(lamp()).params]).toEqual([['unconfirmed'], { Status: false }]);
  });

  it('sends a command once if it may or may not have arrived', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).cut();
    await settled();
    world.clock.pass(2000);
    world.proxy.request('/v2/devices/1').cut();
    await settled();
    expect(commands.of(1)).toMatchObject([{ phase: 'unconfirmed', failure: { code: 'outcome-unknown' } }]);
    expect(world.proxy.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1);
  });

  it('shows a newer press if an older one was superseded', async () => {
    commands.send(lamp(), on);
    const first = world.proxy.request(ACTIONS);
    commands.send(lamp(), off);
    first.refuse(409, 'superseded');
    await settled();
    expect(commands.of(1)).toMatchObject([{ phase: 'sending', call: off }]);
  });

  it('sends nothing without a live link, now or later', async () => {
    link.isLive = false;
    commands.send(lamp(), on);
    expect(commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'offline' } }]);
    emitter.emit('live');
    await settled();
    expect(world.proxy.asked).toEqual([]);
  });

  it('holds a press while the page resumes, until the link is there', () => {
    Object.assign(link, { isLive: false, isResuming: true });
    commands.send(lamp(), on);
    expect(commands.of(1)).toMatchObject([{ phase: 'sending', isVisible: true }]);
    expect(world.proxy.asked).toEqual([]);
    Object.assign(link, { isLive: true, isResuming: false });
    emitter.emit('live');
    expect(world.proxy.request(ACTIONS).body).toEqual(on);
  });

  it('refuses a held press after a second', () => {
    Object.assign(link, { isLive: false, isResuming: true });
    commands.send(lamp(), on);
    world.clock.pass(1000);
    expect(commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'offline' } }]);
    emitter.emit('live');
    expect(world.proxy.asked).toEqual([]);
  });

  it('does not send what the device does not offer', () => {
    commands.send(lamp(), setLevel.call({ level: 40 }));
    expect(commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'bad-request' } }]);
    expect(world.proxy.asked).toEqual([]);
  });

  it('drops the commands of a device that vanishes, and starts again when it is back', async () => {
    commands.send(lamp(), on);
    const request = world.proxy.request(ACTIONS);
    const gone = lamp();
    home.replace(aHome({ devices: [aLamp(2)] }), 'e.2', 1);
    expect([phases(), commands.isBusy]).toEqual([[], false]);
    request.answer(200, {});
    commands.send(gone, on);
    await settled();
    expect(phases()).toEqual([]);
    home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.3', 1);
    commands.send(lamp(), on);
    expect(phases()).toEqual(['sending']);
  });

  it('is confirmed by a change that was missed while the link was down', async () => {
    commands.send(lamp(), on);
    world.proxy.request(ACTIONS).answer(200, {});
    await settled();
    home.replace(aHome({ devices: [aLamp(1, { params: { Status: true } }), aLamp(2)] }), 'f.1', 1);
    expect(phases()).toEqual([]);
  });

  it('leaves nothing behind when stopped', () => {
    commands.send(lamp(), on);
    stop();
    expect([phases(), commands.isBusy]).toEqual([[], false]);
    reportStatus(true);
    expect(world.clock.waiting).toBe(1);
    world.proxy.request(ACTIONS).cut();
  });
});
