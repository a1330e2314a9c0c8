import { expect, it } from 'vitest';
import { ActivityLog, NO_ACTIVITY } from '../../../../../proxy/server/household/activity/activity';
import { UnseenActivity } from '../../../../../proxy/server/household/activity/unseen-activity';
import { Screens } from '../../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../../proxy/server/household/screens/stored-screens';
import { FakeClock } from '../../../../support/fake-clock';
import { memoryFile } from '../../../../support/memory-file';

const HOME = { id: '0123456789ab', name: 'Home', source: 'known' } as const;
const MADE = { controller: HOME.id, user: 'ann', kept: true };

/** A managing screen, one without that right, and the log of their household. */
async function household() {
  const clock = new FakeClock();
  const log = new ActivityLog(memoryFile(NO_ACTIVITY), clock);
  const screens = new Screens(memoryFile<StoredScreens>([]), clock);
  const hall = screens.add({ ...MADE, name: 'Hall' }).screen;
  const guest = screens.add({ ...MADE, name: 'Guest' }).screen;
  const unseen = new UnseenActivity({ activity: log, screens, clock } as never, ({ id }) => id === hall.id);
  const kindsOf = ({ id }: { id: string }) => unseen.unseenOf(id)?.map(({ kind }) => kind);
  return { clock, log, screens, unseen, hall, guest, kindsOf };
}

it('the unseen events of a screen are the newest 20 since the last seen one, oldest first', async () => {
  const { log, unseen, hall } = await household();
  for (let n = 0; n < 30; n++) log.note({ kind: 'signed-in', controller: HOME });
  unseen.noteSeen(hall.id, 5);
  expect(unseen.unseenOf(hall.id)?.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 20 }, (_, n) => 11 + n)
  );
  unseen.noteSeen(hall.id, 28);
  expect(unseen.unseenOf(hall.id)).toMatchObject([{ seq: 29 }, { seq: 30 }]);
});

it('the unseen events of a screen do not include its own actions, or events about itself', async () => {
  const { log, hall, guest, kindsOf } = await household();
  log.note({ kind: 'signed-in', controller: HOME, screen: hall });
  log.note({ kind: 'moved', controller: HOME, by: hall });
  log.note({ kind: 'paired', controller: HOME, screen: guest, by: guest });
  expect(kindsOf(hall)).toEqual(['paired']);
});

it('the unseen events of a screen are empty for a screen that does not manage or has ended', async () => {
  const { log, screens, hall, guest, kindsOf } = await household();
  log.note({ kind: 'setup-code-used', controller: HOME });
  screens.end(hall.id);
  expect([kindsOf(guest), kindsOf(hall)]).toEqual([undefined, undefined]);
});

it('the unseen events of a screen never grow by a lower seen number, and never shrink by a future one', async () => {
  const { log, unseen, hall, kindsOf } = await household();
  log.note({ kind: 'signed-in', controller: HOME });
  unseen.noteSeen(hall.id, 1_000_000);
  unseen.noteSeen(hall.id, 0);
  expect(kindsOf(hall)).toEqual([]);
  log.note({ kind: 'setup-code-used', controller: HOME });
  expect(kindsOf(hall)).toEqual(['setup-code-used']);
});

it('the unseen events of a screen emit a change within half a second, once for a flood', async () => {
  const { clock, log, unseen, hall } = await household();
  let emitted = 0;
  const stop = unseen.onChange(() => emitted++);
  for (let n = 0; n < 1_000; n++) log.note({ kind: 'signed-in', controller: HOME });
  await clock.advance(500);
  expect(emitted).toBe(1);
  unseen.noteSeen(hall.id, 1_000);
  await clock.advance(500);
  expect(emitted).toBe(2);
  log.note({ kind: 'signed-in', controller: HOME });
  stop();
  log.note({ kind: 'signed-in', controller: HOME });
  await clock.advance(1_000);
  expect({ emitted, timers: clock.waiting }).toEqual({ emitted: 2, timers: 0 });
});
