import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EMPTY_LAYOUT } from '#shared/layout';
import { routes } from '#shared/wire';
import { randomOf } from '../../proxy/virtual/random';
import { untilCurrent } from './current';
import { Durations, type Finding } from './figures';
import { SOAKED_HOUSE } from './house';
import { join, type Grant } from './join';
import { Mark } from './mark';
import { Visitor } from './visitor';
import type { Wish } from './wish';
import { openWorld, type World } from './world';

const WHOLE = { screens: 100, times: 50 };
const READY_MS = 3_000;
const CURRENT_MS = 15_000;
/** So much is written in the moment of a kill. */
const WRITES = 20;
/** A kill hits at any time within so many ms of the writes' begin. */
const WRITING_MS = 40;

/** A hundred screens, and the program killed fifty times while it writes; or as many as are asked for. */
export async function kills(
  { seed, say }: Pick<Wish, 'seed' | 'say'>,
  { screens, times } = WHOLE
): Promise<readonly Finding[]> {
  const world = await openWorld({ house: SOAKED_HOUSE });
  const mark = new Mark(world.controller);
  const grants = await world.grants(screens);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, grant, mark }));
  const random = randomOf(seed, 'kills');
  const [ready, current] = [new Durations(), new Durations()];
  const writes = new Writes(world, grants);
  try {
    for (const visitor of visitors) visitor.come();
    await untilCurrent(visitors, mark);
    for (let kill = 0; kill < times; kill++) {
      const writing = writes.write(kill);
      await sleep(random.between(0, WRITING_MS));
      await world.program.kill();
      const acknowledged = await writing;
      const begun = performance.now();
      await world.program.start();
      ready.add(performance.now() - begun);
      current.add(await untilCurrent(visitors, mark));
      await writes.check(acknowledged);
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
      { of: 'Sign-ins that were acknowledged in such a moment', found: writes.acknowledged, unit: '' },
      { of: 'Of those, lost', found: writes.lost, most: 0, unit: '' }
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

/** What is written when the program is killed: layouts, and a sign-in, whose grant must be good once it was given. */
class Writes {
  readonly #world: World;
  readonly #grants: readonly Grant[];
  acknowledged = 0;
  lost = 0;

  constructor(world: World, grants: readonly Grant[]) {
    this.#world = world;
    this.#grants = grants;
  }

  /** Writes a lot at once; resolves with the sign-in that was acknowledged, if one was. */
  async write(kill: number): Promise<Grant | null> {
    const { url } = this.#world.program;
    const puts = this.#grants.slice(0, WRITES).map(({ cookie, controller }, place) =>
      fetch(url + routes.layout(controller), {
        method: 'PUT',
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ ...EMPTY_LAYOUT, favourites: [kill + 1, place + 1] })
      }).then((reply) => reply.text())
    );
    const joined = join(url).catch(() => null);
    await Promise.allSettled(puts);
    return joined;
  }

  /** Is what was acknowledged still so? */
  async check(grant: Grant | null): Promise<void> {
    if (!grant) return;
    this.acknowledged++;
    this.lost += await countStrangers(this.#world, [grant]);
  }
}
