import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { systemClock, type Clock } from '#shared/clock';
import { EMPTY_LAYOUT } from '#shared/layout';
import { layoutSchema } from '#shared/sent-layout';
import { randomOf } from '../../../proxy/sources/virtual/random';
import { atMost, median, none, reported, type Finding } from '../../support/figures';
import { join, type Grant } from '../../support/join';
import { openFaultyWorld, type FaultyWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { Batches } from './batches';
import { SOAKED_HOUSE } from './house';
import { Mark, untilCurrent } from './mark';
import { Visitor } from './visitor';

const READY_MS = 3_000;
const CURRENT_MS = 15_000;
/** The program is killed within this time after the first acknowledgements, in ms, while writes continue. */
const WRITING_MS = 40;

/** The program is killed fifty times while it writes and while a batch of commands is under way, with a hundred screens. */
export const kills: Scenario = {
  about: 'the program is killed fifty times while it writes, with a hundred screens',
  run: ({ seed, say }) => runKills({ seed, say, screens: 100, times: 50, clock: systemClock })
};

/** @param storm `clock` is that of the screens' reconnect delay */
export async function runKills({
  seed,
  say,
  screens,
  times,
  clock
}: Pick<ScenarioOptions, 'seed' | 'say'> & {
  readonly screens: number;
  readonly times: number;
  readonly clock: Clock;
}): Promise<readonly Finding[]> {
  const world = await openFaultyWorld(SOAKED_HOUSE);
  const mark = new Mark(world.controller);
  const grants = await world.grants(screens);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, ...grant, clock }));
  const random = randomOf(seed, 'kills');
  const ready: number[] = [];
  const current: number[] = [];
  const [writer] = grants;
  if (!writer) throw new Error('A storm needs at least one screen.');
  const writes = new Writes(world, writer);
  const batches = new Batches(world, writer);
  try {
    for (const visitor of visitors) visitor.come();
    await untilCurrent(visitors, mark);
    for (let kill = 0; kill < times; kill++) {
      await writes.begin();
      await batches.post();
      const writing = writes.continueUntilKilled();
      await sleep(random.between(0, WRITING_MS));
      await world.program.kill();
      await writing;
      const begun = performance.now();
      await world.program.start();
      batches.returned();
      ready.push(performance.now() - begun);
      current.push(await untilCurrent(visitors, mark));
      await writes.check();
      await batches.readBack();
      if (kill % 10 === 9) say(`${kill + 1} kills`);
    }
    const broken = (await readdir(world.program.dataDir)).filter((name) => name.includes('.broken-'));
    const signedOut = await countSignedOut(world, grants);
    return [
      reported('Ready after a kill, p50', median(ready), 'ms'),
      atMost(READY_MS, 'Ready after a kill, maximum', Math.max(...ready), 'ms'),
      reported('All screens current after that, p50', median(current), 'ms'),
      atMost(CURRENT_MS, 'All screens current after that, maximum', Math.max(...current), 'ms'),
      none('Screens that were signed out', signedOut),
      none('Files that were set aside', broken.length),
      reported('Sign-ins acknowledged before a kill', writes.signIns),
      none('Of those, lost sign-ins', writes.lostSignIns),
      reported('Layouts acknowledged before a kill', writes.layouts),
      none('Kills that lost an acknowledged layout', writes.lostLayouts),
      ...batches.findings()
    ];
  } finally {
    batches.stop();
    for (const visitor of visitors) visitor.leave();
    await world.stop();
  }
}

async function countSignedOut({ program }: FaultyWorld, grants: readonly Grant[]): Promise<number> {
  let signedOut = 0;
  for (const { cookie } of grants) {
    const reply = await fetch(program.url + '/api/me', { headers: { cookie } });
    await reply.text();
    if (!reply.ok) signedOut++;
  }
  return signedOut;
}

/**
 * Writes sign-ins and layouts until the program is killed. After the kill, all acknowledged sign-ins must
 * exist, and the layout must be the last acknowledged one or a later one.
 */
class Writes {
  readonly #world: FaultyWorld;
  readonly #writer: Grant;
  #signedIn: Grant[] = [];
  #sentLayout = 0;
  #acknowledgedLayout = 0;
  signIns = 0;
  layouts = 0;
  lostSignIns = 0;
  lostLayouts = 0;

  constructor(world: FaultyWorld, writer: Grant) {
    this.#world = world;
    this.#writer = writer;
  }

  /** Writes one sign-in and one layout. Resolves when both are acknowledged. */
  async begin(): Promise<void> {
    await Promise.all([this.#signIn(), this.#putLayout()]);
  }

  /** Continues to write until the program is gone. */
  async continueUntilKilled(): Promise<void> {
    const putLayouts = async () => {
      for (;;) await this.#putLayout();
    };
    await Promise.allSettled([this.#signIn(), putLayouts()]);
  }

  /** Checks that everything acknowledged since the last check still exists. */
  async check(): Promise<void> {
    this.lostSignIns += await countSignedOut(this.#world, this.#signedIn);
    this.#signedIn = [];
    const reply = await this.#fetchLayout();
    const { favourites } = v.parse(layoutSchema, await reply.json());
    if ((favourites?.[0] ?? 0) < this.#acknowledgedLayout) this.lostLayouts++;
  }

  async #signIn(): Promise<void> {
    this.#signedIn.push(await join(this.#world.program.url));
    this.signIns++;
  }

  /** Puts a layout that has a unique number. */
  async #putLayout(): Promise<void> {
    const number = ++this.#sentLayout;
    const body = JSON.stringify({ ...EMPTY_LAYOUT, favourites: [number] });
    const reply = await this.#fetchLayout({ method: 'PUT', body });
    if (!reply.ok) throw new Error(`A layout was refused: ${await reply.text()}`);
    this.#acknowledgedLayout = number;
    this.layouts++;
  }

  #fetchLayout(init: RequestInit = {}): Promise<Response> {
    const { url } = this.#world.program;
    const { cookie, controller } = this.#writer;
    const headers = { cookie, origin: url, 'content-type': 'application/json' };
    return fetch(`${url}/api/controllers/${controller}/layout`, { ...init, headers });
  }
}
