import { expect, it, onTestFinished } from 'vitest';
import { wait } from '#shared/clock';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import { randomOf } from '../../proxy/sources/virtual/random';
import { CUT_POINTS, type CutPoint } from '../../tools/support/network/cut';
import type { TcpFaultProxy } from '../../tools/support/network/tcp-fault-proxy';
import { CommandDriver } from './command-driver';
import { callOf, DIMMER_ROOM, DIMMERS, isTruthful, checkReports, Levels, type SentCommand } from './dimmers';
import { fastClock } from './fast-clock';
import { startBehindFaults } from './proxy-fixture';
import { stormSize, SEED } from './storm';

const clock = fastClock(10);
const COMMANDS = stormSize(1_000);

const house = { ...HOUSE, sections: [{ id: 1, name: 'House', rooms: [DIMMER_ROOM] }] };

/** Where the connection of a command is cut: during its exchange, or just before its reuse. */
type Break = CutPoint | 'at-rest';
const BREAKS: readonly Break[] = [...CUT_POINTS, 'at-rest'];

/** Whether bytes begin a text frame of the page (RFC 6455 §5.2). */
const isFrame = (bytes: Buffer) => bytes[0] === 0x81;

/** A controller, a proxy and a screen, with fault proxies between them. */
async function start() {
  const { controller, addScreen, networks } = await startBehindFaults(clock, { house });
  const screen = await addScreen();
  await screen.live();
  return { controller, screen, networks };
}

/** Sends all commands, in sequence for each dimmer, and cuts the connections of each. */
async function storm({ screen, networks }: Awaited<ReturnType<typeof start>>) {
  const random = randomOf(SEED, 'cuts');
  const chosen = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random.next() * list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  };
  const commands: SentCommand[] = [];
  let cuts = 0;
  const driver = new CommandDriver(screen, clock, (device, answer) => {
    const command = commands.findLast((each) => each.device === device);
    if (command) command.answer = answer;
  });
  onTestFinished(driver.start());

  function breakConnection(network: TcpFaultProxy, point: Break, device: number) {
    const way = chosen(['end', 'reset'] as const);
    const on = network === networks.beforeProxy ? isFrame : `/devices/${device}/actions`;
    if (point !== 'at-rest') void network.cutOn({ on, point, way }).then(() => cuts++);
    else {
      network.cut(way);
      cuts++;
    }
  }

  async function sendCommands(device: number) {
    const levels = new Levels();
    while (commands.length < COMMANDS) {
      await screen.live();
      const shown = Number(screen.device(device)?.params['Level']);
      const level = levels.next(shown);
      const [side, network] = chosen(Object.entries(networks));
      const point = chosen(BREAKS);
      const where = `cut ${point} ${side}`;
      const command: SentCommand = { device, level, where, at: clock.now() };
      commands.push(command);
      breakConnection(network, point, device);
      command.outcome = await driver.press(device, callOf(command));
    }
  }

  await Promise.all(DIMMERS.map(sendCommands));
  await wait(clock, 3_000);
  return { commands, cuts };
}

it(
  `${COMMANDS} commands whose connections are cut reach the controller at most once, and what the screen says of each is true`,
  { timeout: 600_000 },
  async () => {
    const world = await start();
    const { commands, cuts } = await storm(world);
    const verdicts = checkReports(commands, world.controller.commandsReceived());

    expect(verdicts.filter(({ times }) => times > 1)).toEqual([]);
    expect(verdicts.filter((each) => !isTruthful(each))).toEqual([]);

    // Many commands were cut, each with all others on its connection, some before they could have an effect and some after. On a slow
    // machine others were never sent.
    expect(cuts).toBeGreaterThan(COMMANDS * 0.3);
    expect(verdicts.map(({ result }) => result)).toEqual(
      expect.arrayContaining(['confirmed', 'unconfirmed'])
    );
    expect(new Set(verdicts.map(({ times }) => times))).toEqual(new Set([0, 1]));
  }
);
