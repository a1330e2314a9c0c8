import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { EMPTY_LAYOUT } from '#shared/layout';
import { routes } from '#shared/wire';
import { layoutSchema } from '#shared/sent-layout';
import { systemClock } from '#shared/clock';
import { randomOf } from '../../proxy/virtual/random';
import { untilCurrent } from './current';
import { Durations, type Finding } from './figures';
import { SOAKED_HOUSE } from './house';
import { join, type Grant } from './join';
import { Mark } from './mark';
import { Visitor } from './visitor';
import type { Wish } from './wish';
import { openWorld, type World } from './world';

const WHOLE = { screens: 100, times: 50, clock: systemClock };
const READY_MS = 3_000;
const CURRENT_MS = 15_000;
/** A kill hits at any time within so many ms of the first acknowledgements, while more is written. */
const WRITING_MS = 40;

/** A hundred screens, and the program killed fifty times while it writes; or as many as are asked for. */
export async function kills(
  { seed, say }: Pick<Wish, 'seed' | 'say'>,
  { screens, times, clock } = WHOLE
): Promise<readonly Finding[]> {
  const world = await openWorld({ house: SOAKED_HOUSE });
  const mark = new Mark(world.controller);
  const grants = await world.grants(screens);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, grant, mark, clock }));
  const random = randomOf(seed, 'kills');
  const [ready, current] = [new Durations(), new Durations()];
  const [writer] = grants;
  if (!writer) throw new Error('A storm needs a screen.');
  const writes = new Writes(world, writer);
  try {
    for (const visitor of visitors) visitor.come();
    await untilCurrent(visitors, mark);
    for (let kill = 0; kill < times; kill++) {
      await writes.begin();
      const writing = writes.goOn();
      await sleep(random.between(0, WRITING_MS));
      await world.program.kill();
      await writing;
      const begun = performance.now();
      await world.program.start();
      ready.add(performance.now() - begun);
      current.add(await untilCurrent(visitors, mark));
      await writes.check();
      if (kill % 10 === 9) say(`${kill + 1} kills`);
    }
    const broken = (await readdir(world.program.dataDir)).filter((name) => name.includes('.broken-'));
    const strangers = await countStrangers(world, grants);
    return [
      { of: 'Kills of the program', found: times, unit: '' },
      { of: 'Screens', found: screens, unit: '' },
      { of: 'Ready after a kill, p50', found: ready.percentile(0.5), unit: 'ms' },
      { of: 'Ready after a kill, at the latest', found: ready.percentile(1), most: READY_MS, unit: 'ms' },
      { of: 'All screens current after that, p50', found: current.percentile(0.5), unit: 'ms' },
      { of: 'And at the latest', found: current.percentile(1), most: CURRENT_MS, unit: 'ms' },
      { of: 'Screens that were signed out', found: strangers, most: 0, unit: '' },
      { of: 'Files that were set aside', found: broken.length, most: 0, unit: '' },
      { of: 'Sign-ins acknowledged before a kill', found: writes.signIns, unit: '' },
      { of: 'Of those, lost', found: writes.lostSignIns, most: 0, unit: '' },
      { of: 'Layouts acknowledged before a kill', found: writes.layouts, unit: '' },
      { of: 'Kills that lost one of those', found: writes.lostLayouts, most: 0, unit: '' }
    ];
  } finally {
    for (const visitor of visitors) visitor.leave();
    await world.stop();
  }
}

async function countStrangers({ program }: World, grants: readonly Grant[]): Promise<number> {
  let strangers = 0;
  for (const { cookie } of grants) {
    const reply = await fetch(program.url + routes.me, { headers: { cookie } });
    await reply.text();
    if (!reply.ok) strangers++;
  }
  return strangers;
}

/**
 * What is written until the moment of a kill: sign-ins, and one layout after the other. All that was acknowledged must be there after it,
 * and of layouts the last one or one that was sent since.
 */
class Writes {
  readonly #world: World;
  readonly #writer: Grant;
  #signedIn: Grant[] = [];
  #sentLayout = 0;
  #keptLayout = 0;
  signIns = 0;
  layouts = 0;
  lostSignIns = 0;
  lostLayouts = 0;

  constructor(world: World, writer: Grant) {
    this.#world = world;
    this.#writer = writer;
  }

  /** Writes one of each; resolves when both were acknowledged. */
  async begin(): Promise<void> {
    await Promise.all([this.#signIn(), this.#putLayout()]);
  }

  /** Writes on until the program is gone. */
  async goOn(): Promise<void> {
    const putOn = async () => {
      for (;;) await this.#putLayout();
    };
    await Promise.allSettled([this.#signIn(), putOn()]);
  }

  /** Looks whether what was acknowledged since the last time is still so. */
  async check(): Promise<void> {
    this.lostSignIns += await countStrangers(this.#world, this.#signedIn);
    this.#signedIn = [];
    const { url } = this.#world.program;
    const { cookie, controller } = this.#writer;
    const reply = await fetch(url + routes.layout(controller), { headers: { cookie } });
    const { favourites } = v.parse(layoutSchema, await reply.json());
    if ((favourites?.[0] ?? 0) < this.#keptLayout) this.lostLayouts++;
  }

  async #signIn(): Promise<void> {
    this.#signedIn.push(await join(this.#world.program.url));
    this.signIns++;
  }

  /** Puts a layout that is told from all before it by a number. */
  async #putLayout(): Promise<void> {
    const { url } = this.#world.program;
    const { cookie, controller } = this.#writer;
    const number = ++this.#sentLayout;
    const reply = await fetch(url + routes.layout(controller), {
      method: 'PUT',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ ...EMPTY_LAYOUT, favourites: [number] })
    });
    if (!reply.ok) throw new Error(`A layout was not taken: ${await reply.text()}`);
    this.#keptLayout = number;
    this.layouts++;
  }
}
