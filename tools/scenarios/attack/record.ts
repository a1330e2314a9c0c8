import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, none, reported } from '../../support/figures';
import { writeLargeRows } from '../../support/large-rows';
import type { Scenario } from '../scenario';
import { withSetup } from './setup';

const ROWS = 1_990;
const READERS = 8;
const LASTS_MS = 15_000;
/** The time in which a record that is wanted is open. */
const OPENED_MS = 2_000;

const largeRows: Scenario = {
  about: `A guest reads "What happened" of a day with ${ROWS} rows of 52 kB, on ${READERS} connections`,
  run: () =>
    withSetup({}, async (setup) => {
      const { owner, program } = setup;
      const begin = Date.now() - (ROWS + 60) * 1_000;
      const path = join(program.dataDir, 'record', `${owner.controller}.db`);
      await writeLargeRows(path, { begin, count: ROWS, device: 1, room: 1 });
      const { status } = await setup.call(owner, 'PUT', '/record', { isWanted: true });
      await sleep(OPENED_MS);
      const guest = await setup.pair({ rooms: [1], commands: true });
      return setup.measureMemory(() =>
        setup.measureWaits(async () => {
          const until = performance.now() + LASTS_MS;
          let answers = 0;
          let refused = 0;
          let largest = 0;
          const readers = Array.from({ length: READERS }, async () => {
            for (let from = 0; performance.now() < until;) {
              const query = `since=${begin}&until=${Date.now()}&from=${from}`;
              const answer = await setup.call(guest, 'GET', `/record/happened?${query}`);
              answers += 1;
              if (answer.status !== 200) refused += 1;
              largest = Math.max(largest, answer.text.length);
              from = Number(/"next":(\d+)/.exec(answer.text)?.[1] ?? 0);
            }
          });
          await Promise.all(readers);
          return [
            none('Records that were not begun', status === 204 ? 0 : 1),
            reported('Answers', answers),
            none('Answers that were refused', refused),
            atMost(256, 'Largest answer', largest / 1024, 'kB')
          ];
        })
      );
    })
};

/** Attempts on what is recorded. */
export const RECORD: Readonly<Record<string, Scenario>> = { 'record-rows': largeRows };
