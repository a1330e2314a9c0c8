import { expect, it, onTestFinished } from 'vitest';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { HOUSE } from '../../proxy/virtual/house/house';
import * as make from '../../proxy/virtual/house/make';
import type { HousePlan } from '../../proxy/virtual/house/plan';
import { randomOf } from '../../proxy/virtual/random';
import { startVirtual } from '../../proxy/virtual/start';
import type { ClientResult } from '../../src/lib/state/failure';
import { Screen } from '../soak/screen';
import { handOn } from '../soak/screen-hand';
import { CUT_POINTS, type CutPoint } from './cut';
import type { Word } from './hand';
import { hastyClock, pause } from './hasty-clock';
import { ProxyOnHand } from './proxy-on-hand';
import { ofStorm, SEED } from './storm';
import { startTcpFaultProxy, type TcpFaultProxy } from './tcp-fault-proxy';

const clock = hastyClock(10);
const COMMANDS = ofStorm(1_000);

/** A house of dimmers: each command sets one of them to a level of its own, so that no two are alike. */
const DIMMERS = Array.from({ length: 12 }, (_, at) => 101 + at);
const devices = DIMMERS.map((id) => make.dimmer(id, `Dimmer ${id}`, 0));
const rooms = [{ ...HOUSE.noRoom, id: 11, name: 'Hall', devices }];
const house: HousePlan = { ...HOUSE, sections: [{ id: 1, name: 'House', rooms }] };
const LEVELS = Array.from({ length: 99 }, (_, at) => 1 + ((at * 37) % 99));
/** Levels that are nearer than this could be taken for each other: radios round. */
const FAR = 10;

/** Where a command's connection breaks: in its exchange, or just when it is about to be used again. */
type Break = CutPoint | 'at-rest';
const BREAKS: readonly Break[] = [...CUT_POINTS, 'at-rest'];

/** A command, and all that was said of it. */
interface Told {
  readonly device: number;
  readonly level: number;
  readonly where: string;
  answer: ClientResult<unknown> | undefined;
  word: Word | undefined;
}

/** A controller, a proxy, a screen, and between them two networks that can break. */
async function start() {
  const controller = await startVirtual({ clock, house, isLiving: false });
  const beforeController = await startTcpFaultProxy(controller.port);
  const proxy = new ProxyOnHand({ controllerPort: beforeController.port, clock });
  await proxy.start();
  const beforeProxy = await startTcpFaultProxy(proxy.port);
  const grant = await proxy.join();
  const origin = `http://127.0.0.1:${beforeProxy.port}`;
  const screen = new Screen({ origin, ...grant, clock, random: Math.random });
  const stopScreen = screen.start();
  onTestFinished(async () => {
    stopScreen();
    await beforeProxy.stop();
    await proxy.stop();
    await beforeController.stop();
    await controller.stop();
  });
  await screen.live();
  return { controller, screen, grant, networks: { beforeController, beforeProxy } };
}

/** Sends all the commands, one after the other for each dimmer, and breaks the connections of each. */
async function storm({ screen, grant, networks }: Awaited<ReturnType<typeof start>>) {
  const random = randomOf(SEED, 'cuts');
  const chosen = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random.next() * list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  };
  const commands: Told[] = [];
  let cuts = 0;
  const { hand, stop } = handOn(screen, { controller: grant.controller, clock }, (device, _call, answer) => {
    const command = commands.findLast((each) => each.device === device);
    if (command) command.answer = answer;
  });
  onTestFinished(stop);

  function breakConnection(network: TcpFaultProxy, point: Break, device: number) {
    const way = chosen(['end', 'reset'] as const);
    if (point !== 'at-rest')
      void network.cutOn({ on: `/devices/${device}/actions`, point, way }).then(() => cuts++);
    else {
      network.cut(way);
      cuts++;
    }
  }

  async function pressAgainAndAgain(device: number) {
    const unused = [...LEVELS];
    while (commands.length < COMMANDS) {
      await screen.live();
      const shown = Number(screen.device(device)?.params['Level']);
      const place = unused.findIndex((level) => Math.abs(level - shown) >= FAR);
      const [level = 0] = unused.splice(place, 1);
      const [side, network] = chosen(Object.entries(networks));
      const point = chosen(BREAKS);
      const command: Told = { device, level, where: `${point} ${side}`, answer: undefined, word: undefined };
      commands.push(command);
      breakConnection(network, point, device);
      command.word = await hand.press(device, setLevel.call({ level }));
    }
  }

  await Promise.all(DIMMERS.map(pressAgainAndAgain));
  await pause(clock, 3_000);
  return { commands, cuts };
}

it(
  `${COMMANDS} commands whose connections are cut reach the controller once at most, and what the screen says of each is true`,
  { timeout: 600_000 },
  async () => {
    const world = await start();
    const { commands, cuts } = await storm(world);
    const received = world.controller.commandsReceived();
    const told = commands.map(({ device, level, where, answer, word }) => ({
      command: `${device} to ${level}, cut ${where}`,
      times: received.filter((each) => each.device === device && each.params['level'] === level).length,
      answer: answer?.ok === false ? answer.error.code : 'accepted',
      said: word?.said
    }));

    expect(told.filter(({ times }) => times > 1)).toEqual([]);
    const isTrue = ({ times, answer, said }: (typeof told)[number]) =>
      (answer !== 'accepted' || times === 1) &&
      (answer === 'accepted' || answer === 'outcome-unknown' || times === 0) &&
      (said !== 'confirmed' || times === 1) &&
      (said !== 'failed' || times === 0);
    expect(told.filter((each) => !isTrue(each))).toEqual([]);

    // It was a storm: nearly all of them were hit, some before they could do anything and some after.
    expect(cuts).toBeGreaterThan(COMMANDS * 0.9);
    expect(new Set(told.map(({ said }) => said))).toEqual(new Set(['confirmed', 'unconfirmed']));
    expect(new Set(told.map(({ times }) => times))).toEqual(new Set([0, 1]));
  }
);
