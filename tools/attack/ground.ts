import type { Agent } from 'node:http';
import * as v from 'valibot';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '#shared/wire';
import { Program } from '../../tests/browser/harness/program';
import type { Finding } from '../soak/figures';
import { findProcess, readVitals } from '../soak/vitals';
import {
  json,
  refusal,
  startMisbehaving,
  type Behaviour,
  type MisbehavingController
} from '../../tests/support/misbehaving-controller';
import { Bystander, waitsOf } from './bystander';
import { ask, targetOf, type Answer, type Asked, type Target } from './dial';
import { LIGHTS, OWNERS_LIGHT, ROOMS, SHUTTERS, SMALL_HOME } from './homes';

/** Where attackers come from: not the owner's address. */
export const ATTACKER = '127.0.0.9';

/** How much memory may grow by an attack, and how far above idle it may be this long after it. */
const GROWTH_MB = 120;
const REST_MB = 20;
const REST_AFTER_MS = 30_000;
const MEMORY_INTERVAL_MS = 250;

/** After this long a collection of garbage is over, in ms. */
const COLLECTION_MS = 1_000;

const COLLECTING_PROGRAM = fileURLToPath(new URL('collecting-program.mjs', import.meta.url));

/** How long the people of the house are left in peace before, to compare with, in ms. */
const BASELINE_MS = 2_000;

/** A screen that is signed in. */
export interface Grant {
  readonly cookie: string;
  readonly controller: string;
}

/** The built program in a folder of its own, an honest controller with its owner, and whoever else is let in. */
export class Ground {
  readonly program: Program;
  /** The household's own controller, at 127.0.0.1. */
  readonly controller: MisbehavingController;
  readonly #boxes: MisbehavingController[] = [];
  #owner: Grant | undefined;
  #bystander: Bystander | undefined;

  private constructor(program: Program, controller: MisbehavingController) {
    this.program = program;
    this.controller = controller;
  }

  /** @param options more options of the program */
  static async open({
    devices = SMALL_HOME,
    behaviours = {},
    options = []
  }: {
    devices?: readonly object[];
    behaviours?: Record<string, Behaviour>;
    options?: readonly string[];
  } = {}): Promise<Ground> {
    const ids = [...LIGHTS, ...SHUTTERS, OWNERS_LIGHT];
    const actions = ids.map((id) => [`POST /devices/${id}/actions`, json({})] as const);
    const readings = SMALL_HOME.map((device) => [`GET /devices/${device.id}`, json(device)] as const);
    const controller = await startMisbehaving({
      'GET /rooms': json(ROOMS),
      'GET /devices': toItsUsers(json(devices)),
      ...Object.fromEntries([...actions, ...readings]),
      ...behaviours
    });
    const port = String(controller.port);
    const allOptions = ['--no-demo', '--allow-loopback', '--controller-port', port, ...options];
    const program = new Program(allOptions, COLLECTING_PROGRAM);
    const ground = new Ground(program, controller);
    try {
      await program.start();
      ground.#owner = await ground.signIn();
      const { cookie, controller: id } = ground.owner;
      const home = await ground.ask({ path: routes.home(id), headers: { cookie } });
      if (home.status !== 200) throw new Error(`The owner's home was answered with ${home.status}.`);
      return ground;
    } catch (error) {
      await ground.stop();
      throw error;
    }
  }

  get target(): Target {
    return targetOf(this.program.url);
  }

  get secureTarget(): Target {
    const { secureUrl } = this.program;
    if (secureUrl === null) throw new Error('The program speaks no https.');
    return targetOf(secureUrl);
  }

  /** The owner's screen, of all rights. */
  get owner(): Grant {
    if (!this.#owner) throw new Error('Nobody has signed in.');
    return this.#owner;
  }

  ask(asked: Asked): Promise<Answer> {
    return ask(this.target, asked);
  }

  /** A command to the household's controller, by a screen. */
  command(device: number, body: object, cookie = this.owner.cookie, agent?: Agent): Promise<Answer> {
    const path = this.commandPath(device);
    return this.ask({ method: 'POST', path, headers: { cookie }, body, ...(agent && { agent }) });
  }

  commandPath(device: number): string {
    return routes.forward(this.owner.controller, `/devices/${device}/actions`);
  }

  /** A new screen by password; one who manages the household may sign in at the box of another address, too. */
  async signIn({ address = '127.0.0.1', by }: { address?: string; by?: Grant } = {}): Promise<Grant> {
    const headers = by ? { cookie: by.cookie } : {};
    const body = { address, username: 'demo', password: 'demo', screen: 'Kitchen' };
    return grantOf(await this.ask({ method: 'POST', path: routes.signIn, headers, body }));
  }

  /** A new screen that the owner lets in with these rights. */
  async pair(rights: { rooms: readonly number[] | null; commands: boolean }): Promise<Grant> {
    const offer = await this.ask({
      ...{ method: 'POST', path: routes.pairing, headers: { cookie: this.owner.cookie } },
      body: { rights: { until: null, ...rights } }
    });
    const { code } = v.parse(v.object({ code: v.string() }), JSON.parse(offer.text));
    const body = { code, screen: 'Guest' };
    return grantOf(await this.ask({ method: 'POST', path: routes.pair, body, from: ATTACKER }));
  }

  /** A box of an attacker, at another address with the controllers' port. */
  async box(host: string, behaviours: Record<string, Behaviour> = {}): Promise<MisbehavingController> {
    const box = await startMisbehaving(behaviours, this.controller.port, host);
    this.#boxes.push(box);
    return box;
  }

  /** The owner and a new phone go about their business from now on. */
  async #watch(): Promise<Bystander> {
    const { url: origin, secureUrl } = this.program;
    const { cookie } = this.owner;
    const commandPath = this.commandPath(OWNERS_LIGHT);
    this.#bystander = new Bystander({ origin, secureOrigin: secureUrl ?? '', cookie, commandPath });
    await this.#bystander.look();
    return this.#bystander;
  }

  /** Resident memory, in MB. */
  async memory(): Promise<number> {
    return (await this.#vitals()).memory;
  }

  async #vitals() {
    return readVitals(await findProcess(this.program.dataDir));
  }

  /** Attacks while the owner and a new phone go about their business: how long they waited, and what it cost the program. */
  async besiege(attack: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    const bystander = await this.#watch();
    await sleep(BASELINE_MS);
    const calm = await bystander.look();
    const before = await this.#vitals();
    const begun = performance.now();
    const findings = await attack();
    const lasted = performance.now() - begun;
    const seen = await bystander.look();
    const after = await this.#vitals();
    const shareOf = (ms: number) => ({ found: (ms / lasted) * 100, unit: '%' });
    return [
      ...findings,
      ...waitsOf(calm, seen),
      { of: 'Share of that time on a core', ...shareOf(after.cpu - before.cpu) },
      { of: 'Share of it waiting for a core that others had', ...shareOf(after.queued - before.queued) }
    ];
  }

  /**
   * Attacks, and looks what memory does: from idle on, and until it is back there or its time for that is over. Garbage counts in its
   * growth. What is left at the end is what the program holds: that it did not collect its garbage by then is said, and is no fault.
   */
  async weigh(attack: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    const idle = await this.#collected();
    const over = new AbortController();
    const most = this.#mostMemory(over.signal);
    try {
      const findings = await attack();
      const ended = performance.now();
      let rest = await this.memory();
      while (rest > idle + REST_MB && performance.now() - ended < REST_AFTER_MS) {
        await sleep(MEMORY_INTERVAL_MS);
        rest = await this.memory();
      }
      over.abort();
      return [
        ...findings,
        { of: 'Resident memory at idle', found: idle, unit: 'MB' },
        { of: 'Its growth', found: Math.max(await most, rest) - idle, most: GROWTH_MB, unit: 'MB' },
        { of: 'Above idle 30 s later at the latest, by itself', found: rest - idle, unit: 'MB' },
        {
          of: 'Above idle then, without garbage',
          found: (await this.#collected()) - idle,
          most: REST_MB,
          unit: 'MB'
        }
      ];
    } finally {
      over.abort();
    }
  }

  /** Resident memory without garbage, in MB. */
  async #collected(): Promise<number> {
    process.kill(await findProcess(this.program.dataDir), 'SIGUSR2');
    await sleep(COLLECTION_MS);
    return this.memory();
  }

  async #mostMemory(signal: AbortSignal): Promise<number> {
    let most = 0;
    while (!signal.aborted) {
      most = Math.max(most, await this.memory());
      await sleep(MEMORY_INTERVAL_MS);
    }
    return most;
  }

  /** Errors that the program logged: a refusal is none. */
  get defects(): readonly Finding[] {
    const lines = this.program.log
      .split('\n')
      .filter((line) => /"level":(?:"error"|50)|Unhandled/.test(line));
    return [
      {
        of: `Defects logged${lines[0] === undefined ? '' : ` (${lines[0]})`}`,
        found: lines.length,
        most: 0,
        unit: ''
      }
    ];
  }

  async stop(): Promise<void> {
    this.#bystander?.stop();
    await this.program.kill();
    await this.program.clean();
    for (const box of [this.controller, ...this.#boxes]) await box.stop();
  }
}

/** An honest controller answers those alone whom it gave a token. */
const toItsUsers =
  (behave: Behaviour): Behaviour =>
  (response, seen) =>
    (seen.headers.authorization === 'Bearer access-1' ? behave : refusal(401))(response, seen);

/** Prepares the ground, and leaves nothing of it behind. */
export async function on(
  parts: Parameters<typeof Ground.open>[0],
  attack: (ground: Ground) => Promise<readonly Finding[]>
): Promise<readonly Finding[]> {
  const ground = await Ground.open(parts);
  try {
    return [...(await attack(ground)), ...ground.defects];
  } finally {
    await ground.stop();
  }
}

/** The screen of an answer that signs one in. */
export function grantOf({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>): Grant {
  if (status !== 200) throw new Error(`A sign-in was answered with ${status}: ${text}`);
  const { controller } = v.parse(v.object({ controller: v.object({ id: v.string() }) }), JSON.parse(text));
  return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '', controller: controller.id };
}
