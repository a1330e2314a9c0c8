import { beforeEach, expect, it } from 'vitest';
import { Pins } from '../../../../../proxy/server/household/screens/pins';
import type { Screen } from '../../../../../proxy/server/household/screens/screen';
import { Screens } from '../../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../../proxy/server/household/screens/stored-screens';
import { FakeClock } from '../../../../support/fake-clock';
import { memoryFile } from '../../../../support/memory-file';
import { household, LOOKING, nextActivity, pair } from '../managed-household';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SCREEN = { name: 'Wall', controller: '0123456789ab', kept: true };

let clock: FakeClock;
let writes: number;
let pins: Pins;
let id: string;
let limited: string[];

beforeEach(() => {
  clock = new FakeClock();
  writes = 0;
  const file = memoryFile<StoredScreens>([]);
  const counted = {
    ...file,
    write: (screens: StoredScreens) => {
      writes++;
      file.write(screens);
    }
  };
  const screens = new Screens(counted, clock);
  limited = [];
  pins = new Pins({
    screens,
    clock,
    known: new Map(),
    activity: { note: ({ screen }: { screen: Screen }) => void limited.push(screen.name) }
  } as never);
  id = screens.add(SCREEN).screen.id;
  writes = 0;
});

/** Enters PINs until the screen has to wait. Returns how many were checked. */
async function guess(): Promise<number> {
  for (let n = 0; ; n++) {
    const tried = await pins.unlock(id, String(1_000 + n));
    if (!tried.ok && tried.error.code === 'too-many-attempts') return n;
  }
}

it('the PIN of a screen is not written if it is removed where there is none', async () => {
  for (let n = 0; n < 100; n++) pins.remove(id);
  expect(writes).toBe(0);
  await pins.set(id, '4711');
  pins.remove(id);
  pins.remove(id);
  expect(writes).toBe(2);
});

it('the PIN of a screen changes ten times in 15 minutes at most, also if it is removed each time', async () => {
  for (let n = 0; n < 10; n++) {
    expect((await pins.set(id, '4711')).ok).toBe(true);
    pins.remove(id);
  }
  expect(await pins.set(id, '4711')).toMatchObject({
    error: { code: 'too-many-attempts', detail: { retryAfterMs: 900_000 } }
  });
  expect(writes).toBe(20);
  await clock.advance(15 * MINUTE);
  expect((await pins.set(id, '4711')).ok).toBe(true);
});

it('the PIN of a screen takes thirty wrong tries a day, and five in 15 minutes', async () => {
  await pins.set(id, '4711');
  pins.lock(id);
  let tries = 0;
  for (let quarter = 0; quarter < 95; quarter++) {
    tries += await guess();
    await clock.advance(15 * MINUTE);
  }
  expect(tries).toBe(30);
  await clock.advance(DAY);
  expect(await guess()).toBe(5);
});

it('the PIN of a screen reports each time that wrong tries make the screen wait', async () => {
  await pins.set(id, '4711');
  pins.lock(id);
  for (let n = 0; n < 4; n++) await pins.unlock(id, '0000');
  expect(limited).toEqual([]);
  await guess();
  expect(limited).toEqual(['Wall']);
});

it('people who manage the household see that wrong PINs were entered, in one row for each screen', async () => {
  const home = await household();
  const wall = await pair(home, home.phone, LOOKING);
  expect((await home.call(wall.cookie, 'PUT', '/own/pin', { pin: '4711' })).status).toBe(204);
  expect((await home.call(wall.cookie, 'POST', '/own/pin/lock')).status).toBe(204);
  const live = home.live(home.tablet.cookie, home.id);
  for (let n = 0; n < 6; n++) await home.call(wall.cookie, 'POST', '/own/pin/unlock', { pin: '0000' });
  const { unseen } = await nextActivity(live, 'wrong-pins');
  expect(unseen).toContainEqual(expect.objectContaining({ kind: 'wrong-pins', count: 1 }));
});
