import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ERROR_STATUS } from '#shared/error-codes';
import type { Rights } from '#shared/rights';
import { forwardPath } from '#shared/routes';
import { atMost, none, reported, type Finding } from '../../support/figures';
import { join as signIn, pair, type Grant } from '../../support/join';
import {
  json,
  refusal,
  startMisbehaving,
  type Behaviour,
  type MisbehavingController
} from '../../support/misbehaving-controller';
import type { Program } from '../../support/program';
import { Speaker } from '../../support/speaker';
import { findProcess } from '../../support/vitals';
import { openWorld, type World } from '../../support/world';
import { Bystander, waitsOf } from './bystander';
import { ask, targetOf, type AttackResponse, type AttackRequest, type Target } from './dial';
import { LIGHTS, OWNERS_LIGHT, ROOMS, SHUTTERS, SMALL_HOME } from './prepared-homes';

/** The address of attackers. The owner has another one. */
export const ATTACKER = '127.0.0.9';

/** The limits of memory: the most that an attack may add, the most in all, and the most that stays in use. */
const GROWTH_MB = 120;
const RESIDENT_MB = 250;
const REST_MB = 20;
const MEMORY_INTERVAL_MS = 250;
/** How long a home that nobody watches any more is kept, and a moment more, in ms. */
const LINGER_MS = 6_000;

/** The longest that the event loop of the program may be blocked, in ms. */
const LOOP_MS = 250;

/** Time for a garbage collection, in ms. */
const COLLECTION_MS = 1_000;

const COLLECTING_PROGRAM = fileURLToPath(new URL('collecting-program.mjs', import.meta.url));

/** How long response times are measured before an attack, in ms. */
const BASELINE_MS = 2_000;

/** The built program with its own data folder, a well-behaved controller and its owner. */
export class AttackSetup {
  readonly #world: World<MisbehavingController>;
  readonly #boxes: MisbehavingController[] = [];
  #owner: Grant | undefined;
  #bystander: Bystander | undefined;

  private constructor(world: World<MisbehavingController>) {
    this.#world = world;
  }

  /** @param options additional options of the program */
  static async open({
    devices = SMALL_HOME,
    behaviours = {},
    options = []
  }: {
    devices?: readonly object[];
    behaviours?: Record<string, Behaviour>;
    options?: readonly string[];
  } = {}): Promise<AttackSetup> {
    const ids = [...LIGHTS, ...SHUTTERS, OWNERS_LIGHT];
    const actions = ids.map((id) => [`POST /devices/${id}/actions`, json({})] as const);
    const readings = SMALL_HOME.map((device) => [`GET /devices/${device.id}`, json(device)] as const);
    const controller = await startMisbehaving({
      'GET /rooms': json(ROOMS),
      'GET /devices': requireToken(json(devices)),
      ...Object.fromEntries([...actions, ...readings]),
      ...behaviours
    });
    const setup = new AttackSetup(await openWorld(controller, { options, main: COLLECTING_PROGRAM }));
    try {
      setup.#owner = await setup.signIn();
      const home = await setup.call(setup.owner, 'GET', '/home');
      if (home.status !== 200) throw new Error(`Reading the owner's home failed with status ${home.status}.`);
      return setup;
    } catch (error) {
      await setup.stop();
      throw error;
    }
  }

  get program(): Program {
    return this.#world.program;
  }

  /** The household's controller, at 127.0.0.1. */
  get controller(): MisbehavingController {
    return this.#world.controller;
  }

  get target(): Target {
    return targetOf(this.program.url);
  }

  /** The owner's screen, which has all rights. */
  get owner(): Grant {
    if (!this.#owner) throw new Error('Nobody has signed in.');
    return this.#owner;
  }

  readonly ask = (asked: AttackRequest): Promise<AttackResponse> => ask(this.target, asked);

  /** Calls a route of a screen's controller. */
  call({ cookie, controller }: Grant, method: string, path: string, body?: object, agent?: Agent) {
    const asked = { method, path: `/api/controllers/${controller}${path}`, headers: { cookie } };
    return this.ask({ ...asked, ...(body && { body }), ...(agent && { agent }) });
  }

  /** Sends a frame of a screen on a connection of its own. Its status is that of a refusal; 0 if there was no answer. */
  async say(cookie: string, frame: Parameters<Speaker['say']>[0]): Promise<AttackResponse> {
    const nothing = { status: 0, headers: {}, text: '' };
    try {
      const speaker = await Speaker.open({
        ...this.owner,
        url: this.program.url,
        cookie,
        localAddress: ATTACKER
      });
      const answer = await speaker.say(frame);
      speaker.close();
      return { ...nothing, status: answer.type === 'taken' ? 202 : ERROR_STATUS[answer.error.code] };
    } catch {
      return nothing;
    }
  }

  /**
   * Signs in a new screen with a password. `by` is the screen that asks: one that manages the household may
   * sign in at another address.
   */
  readonly signIn = ({ address, by }: { address?: string; by?: Grant } = {}): Promise<Grant> =>
    signIn(this.program.url, { ...(address !== undefined && { address }) }, by?.cookie);

  /** Pairs a new screen with these rights. */
  pair(rights: Pick<Rights, 'rooms' | 'commands'>): Promise<Grant> {
    return pair(this.program.url, this.owner, rights);
  }

  /** Starts an attacker's controller at another address, on the same port. */
  async box(host: string, behaviours: Record<string, Behaviour> = {}): Promise<MisbehavingController> {
    const box = await startMisbehaving(behaviours, this.controller.port, host);
    this.#boxes.push(box);
    return box;
  }

  /** Starts the requests of the owner and of a new phone. */
  async #watch(): Promise<Bystander> {
    const { url, secureUrl } = this.program;
    const path = forwardPath(this.owner.controller, `/devices/${OWNERS_LIGHT}/actions`);
    this.#bystander = new Bystander(url, secureUrl, this.owner.cookie, path);
    await this.#bystander.takeMeasurements();
    return this.#bystander;
  }

  /** The longest delay of the program's event loop since the last call, in ms. */
  async #loopDelay(): Promise<number> {
    const { text } = await this.ask({ path: '/metrics' });
    return Number(/^nodejs_eventloop_lag_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
  }

  /** What the program has written to the disk, in MB. */
  async written(): Promise<number> {
    const io = await readFile(`/proc/${await findProcess(this.program.dataDir)}/io`, 'utf8');
    return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]) / 1e6;
  }

  /** Resident memory, in MB. */
  async memory(): Promise<number> {
    return (await this.#world.vitals()).memory;
  }

  /** Attacks while the owner and a new phone send requests. Returns response times and CPU time too. */
  async measureWaits(attack: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    const bystander = await this.#watch();
    await sleep(BASELINE_MS);
    const calm = await bystander.takeMeasurements();
    const before = await this.#world.vitals();
    await this.#loopDelay();
    const begun = performance.now();
    const findings = await attack();
    const lasted = performance.now() - begun;
    const seen = await bystander.takeMeasurements();
    const after = await this.#world.vitals();
    const shareOf = (ms: number) => ({ found: (ms / lasted) * 100, unit: '%' });
    return [
      ...findings,
      ...waitsOf(calm, seen),
      atMost(LOOP_MS, 'Event loop blocked', await this.#loopDelay(), 'ms'),
      { of: 'CPU use during the attack', ...shareOf(after.cpu - before.cpu) },
      { of: 'Time that it waited for a CPU', ...shareOf(after.queued - before.queued) }
    ];
  }

  /**
   * Attacks and measures memory: the growth over idle, including garbage, and what is still in use after the
   * attack.
   */
  async measureMemory(attack: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    const inUse = await this.#inUse();
    const idle = await this.memory();
    const over = new AbortController();
    const most = this.#mostMemory(over.signal);
    try {
      const findings = await attack();
      await sleep(LINGER_MS);
      over.abort();
      const peak = await most;
      return [
        ...findings,
        reported('Resident memory when idle', idle, 'MB'),
        atMost(GROWTH_MB, 'Growth', peak - idle, 'MB'),
        atMost(RESIDENT_MB, 'Most resident memory', peak, 'MB'),
        atMost(REST_MB, 'In use above idle, after a garbage collection', (await this.#inUse()) - inUse, 'MB')
      ];
    } finally {
      over.abort();
    }
  }

  /** Memory in use after a garbage collection, in MB. */
  async #inUse(): Promise<number> {
    const { dataDir } = this.program;
    process.kill(await findProcess(dataDir), 'SIGUSR2');
    await sleep(COLLECTION_MS);
    return Number(await readFile(join(dataDir, 'in-use.new'), 'utf8')) / 1e6;
  }

  async #mostMemory(signal: AbortSignal): Promise<number> {
    let most = 0;
    while (!signal.aborted) {
      most = Math.max(most, await this.memory());
      await sleep(MEMORY_INTERVAL_MS);
    }
    return most;
  }

  /** Errors in the program's log. Refused requests are not errors. */
  get defects(): readonly Finding[] {
    const lines = this.program.log
      .split('\n')
      .filter((line) => /"level":(?:"error"|50)|Unhandled/.test(line));
    return [none(`Errors logged${lines[0] === undefined ? '' : ` (${lines[0]})`}`, lines.length)];
  }

  async stop(): Promise<void> {
    this.#bystander?.stop();
    await this.#world.stop();
    for (const box of this.#boxes) await box.stop();
  }
}

/** Answers requests with a valid token only, like a real controller. */
const requireToken =
  (behave: Behaviour): Behaviour =>
  (response, seen) =>
    (seen.headers.authorization === 'Bearer access-1' ? behave : refusal(401))(response, seen);

/** Starts a setup for an attack, and stops it afterwards. */
export async function withSetup(
  parts: Parameters<typeof AttackSetup.open>[0],
  attack: (setup: AttackSetup) => Promise<readonly Finding[]>
): Promise<readonly Finding[]> {
  const setup = await AttackSetup.open(parts);
  try {
    return [...(await attack(setup)), ...setup.defects];
  } finally {
    await setup.stop();
  }
}
