import { expect, it } from 'vitest';
import { DOOR, DOORS, everything, HOME, MINUTE, world, type DeliveryWorld } from './delivery-world';

type Step = (of: DeliveryWorld) => unknown;

const arm: Step = ({ trip }) => trip(DOOR, false, { Armed: true });
const open: Step = ({ trip }) => trip(DOOR);
const close: Step = ({ trip }) => trip(DOOR, false);
const armOpen: Step = ({ trip }) => trip(DOOR, true, { Armed: true });
const disarm: Step = ({ trip, home }) =>
  trip(DOOR, home.journal.device(DOOR)?.params['Tripped'] === true, { Armed: false });
const die: Step = ({ home }) => home.append([{ device: DOOR, fields: { alive: false } }]);
const live: Step = ({ home }) => home.append([{ device: DOOR, fields: { alive: true } }]);
const lose: Step = ({ home }) => home.markLost('unreachable');
const find: Step = ({ home, clock }) => {
  const devices = HOME.devices.map((device) =>
    device.id === DOOR ? { ...device, params: { Armed: true, Tripped: true } } : device
  );
  home.applySnapshot({ ...HOME, devices }, clock.monotonic());
};

const ALARM = '!Armed sensor tripped: Cellar | Thu 00:00';
const UNGUARDED = 'Secret is triggered: not guarded until it is calm | Thu 00:00';
const OPEN = 'Secret is open: not guarded until it closes | Thu 00:00';
const SILENT = 'Secret doesn’t respond: not guarded | Thu 00:00';

it.each<[string, readonly Step[], readonly string[]]>([
  ['that is opened while it is armed is an alarm', [arm, open], [ALARM]],
  ['that is open when it is armed is none, and is told once, quietly', [open, armOpen], [OPEN]],
  ['that was open when it was armed alarms of its next trip', [armOpen, close, open], [ALARM]],
  ['that is closed before it was told is not told', [armOpen, close], []],
  ['that is disarmed is none', [arm, disarm, open], []],
  ['that is disarmed and armed while it is open is none', [arm, disarm, open, armOpen], [OPEN]],
  ['that is found open and guarded when the controller is back is an alarm', [arm, lose, find], [ALARM]],
  ['that is found open, and was not seen closed, is not guarded', [lose, find], [OPEN]],
  ['that does not respond when it is armed is told', [die, arm], [SILENT]],
  ['that responds again guards', [die, arm, live, open], [ALARM]],
  ['that guards and does not respond is an alarm when it is open', [arm, die, open], [ALARM]]
])('a door %s', async (_name, steps, told) => {
  const of = await world({ phones: { phone: everything } });
  of.home.append([{ device: DOOR, fields: { role: 'BinaryDoorSensor' } }]);
  for (const step of steps) {
    await step(of);
    await of.clock.advance(100);
  }
  await of.clock.advance(MINUTE / 2);
  expect(of.words('phone')).toEqual(told);
});

it('motion that lasts when it is armed is told as what it is, if it lasts', async () => {
  const of = await world();
  const motion = DOORS;
  of.home.append([{ device: motion, fields: { role: 'BinaryMotionSensor' } }]);
  of.trip(motion, true, { Armed: true });
  await of.clock.advance(12_000);
  expect(of.words('ntfy')).toEqual([UNGUARDED]);
});

it('several that do not guard are one message with their names', async () => {
  const of = await world();
  const names = ['Bath window', 'Hall door', 'Cellar door'];
  for (const [n, name] of names.entries()) {
    of.home.append([{ device: DOORS + n, fields: { name } }]);
    of.trip(DOORS + n, true, { Armed: true });
    await of.clock.advance(1_000);
  }
  await of.clock.advance(20_000);
  expect(of.words('ntfy')).toEqual(['Not guarded: Bath window, Hall door and 1 more | Thu 00:00']);
});

it.each([
  ['that guarded before it is an alarm after it', [arm], [ALARM]],
  ['that was open before it is not guarded after it, and is not told anew', [armOpen], []]
] as const)('a restart forgets nothing: a door %s', async (_name, steps, told) => {
  const before = await world();
  for (const step of steps) step(before);
  await before.clock.advance(15_000);
  before.stop();
  const after = await world({ clock: before.clock, file: before.file });
  const known = after.got.length;
  find(after);
  await after.clock.advance(15_000);
  expect(after.words('ntfy').slice(known)).toEqual(told);
});

it('a screen is told which of its sensors do not guard', async () => {
  const of = await world();
  armOpen(of);
  const [message] = of.alarms.whole({
    screen: { id: 'phone', controller: 'box', rights: everything },
    device: (id: number) => of.home.journal.device(id)
  } as never);
  expect(JSON.parse(String(message))).toEqual({ type: 'alarms', alarms: [], unguarded: [DOOR] });
});
