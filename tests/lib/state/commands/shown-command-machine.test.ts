import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { isUnderWay } from '../../../../src/lib/state/commands/shown-command';
import { aDevice } from '../test-home';
import { anEntry, level, off, on, ShownCommands } from './shown-commands';

const TABLET = { id: 's2', name: 'Kitchen tablet' };
const lit = { Level: 99, Status: true };

let page: ShownCommands;
beforeEach(() => {
  page = new ShownCommands();
});

it('a command of this page is shown with its effect at once, and as being sent after 190 ms', () => {
  page.send('a.0', on);
  expect({ Status: page.shown['Status'], isVisible: page.commands[0]?.isVisible }).toEqual({
    Status: true,
    isVisible: false
  });
  page.wait(189);
  expect(page.commands[0]?.isVisible).toBe(false);
  page.wait(1);
  expect(page.commands[0]?.isVisible).toBe(true);
});

it('a command of this page keeps its value until the proxy says that it has ended, whatever the device reports and the proxy answers', () => {
  page.send('a.0', level(80));
  page.taken('a.0');
  page.changed({ Level: 30 });
  page.reported('a.0', 'accepted', { progress: 'moving' });
  expect({ Level: page.shown['Level'], phases: page.phases }).toEqual({ Level: 80, phases: ['moving'] });
  page.changed({ Level: 79 });
  expect(page.shown['Level']).toBe(80);
  page.reported('a.0', 'confirmed');
  expect({ Level: page.shown['Level'], phases: page.phases }).toEqual({ Level: 79, phases: [] });
});

const warm = setSetpoint.call({ setpoint: 21.3, setpointType: 'Heat' });
it.each([
  ['a setpoint', warm, { currentSetpoints: { Heat: 21 } }, ['rounded']],
  ['no setpoint as it was wanted', warm, { currentSetpoints: { Heat: 21.3 } }, []],
  ['a position', level(42), { Level: 40 }, ['rounded']],
  ['no end of a blind', level(99), { Level: 97 }, []]
])('a confirmed command says for 20 s or until a new value that %s is rounded', (_, call, params, phases) => {
  const before = { currentSetpoints: { Heat: 20 }, Level: 0 };
  const interfaces = ['ThermostatSetpoint', 'SwitchMultilevel', 'Shutter'];
  page.device = aDevice({ id: 1, interfaces, params: before });
  for (const end of [() => page.wait(20_000), () => page.changed(before)]) {
    page.send('a.0', call);
    page.changed(params);
    page.reported('a.0', 'confirmed');
    expect({ phases: page.phases, shown: page.shown }).toEqual({ phases, shown: { ...before, ...params } });
    end();
    expect(page.phases).toEqual([]);
    page.changed(before);
  }
});

it('a setpoint that the device has rounded to what it had is said to be rounded', () => {
  page.device = aDevice({
    id: 1,
    interfaces: ['ThermostatSetpoint'],
    params: { currentSetpoints: { Heat: 21 } }
  });
  page.send('a.0', warm);
  page.reported('a.0', 'confirmed');
  expect(page.phases).toEqual(['rounded']);
});

/** What happens after a confirmed "on": a report, a command of another screen, or time that passes in ms. */
type Next = boolean | number | 'off by another screen';

it.each<[string, readonly Next[], readonly boolean[]]>([
  ['reports off and on again', [500, false, 500, true, 5_000], [true, true, true, true, true]],
  ['goes off and stays so', [500, false, 1_000, 500, 5_000], [true, true, true, false, false]],
  ['goes off after two seconds', [2_000, false], [true, false]],
  ['is switched off by another screen', [500, 'off by another screen', false], [true, true, false]]
])('a switch that %s is shown as it was wanted for two seconds at most', (_, happens, shown) => {
  page.send('a.0', on);
  page.reported('a.0', 'accepted');
  page.changed({ Level: 40, Status: true });
  page.reported('a.0', 'confirmed');
  const seen = happens.map((next) => {
    if (typeof next === 'number') page.wait(next);
    else if (typeof next === 'boolean') page.changed({ Status: next, Level: next ? 40 : 0 });
    else page.reported('b.0', 'accepted', { by: TABLET, params: { status: false } });
    return page.shown;
  });
  expect(seen.map(({ Status }) => Status)).toEqual(shown);
  expect(seen.map(({ Level }) => Level)).toEqual(shown.map((isOn) => (isOn ? 40 : 0)));
});

it('a command of this page that is unconfirmed is cleared once the device reports its value, however late', () => {
  page.send('a.0', on);
  page.reported('a.0', 'unconfirmed');
  page.wait(600_000);
  page.changed({ Level: 0 });
  expect(page.phases).toEqual(['unconfirmed']);
  page.changed(lit);
  expect({ phases: page.phases, Status: page.shown['Status'] }).toEqual({ phases: [], Status: true });
  page.reported('a.0', 'confirmed');
  expect(page.phases).toEqual([]);
});

it.each([
  ['confirmed', []],
  ['superseded', []],
  ['cancelled', []],
  ['unconfirmed', ['unconfirmed']],
  ['failed', ['failed']],
  ['expired', ['failed']]
] as const)('a command that is %s at the proxy is shown as %j, with the reported value', (state, phases) => {
  page.send('a.0', on);
  page.reported('a.0', state);
  expect({ phases: page.phases, Status: page.shown['Status'] }).toEqual({ phases, Status: false });
});

it.each([
  ['queued', {}, 'sending'],
  ['sending', {}, 'sending'],
  ['accepted', {}, 'sending'],
  ['accepted', { progress: 'moving' }, 'moving'],
  ['accepted', { progress: 'waiting' }, 'waiting']
] as const)('a command of this page that is %s with %j is shown as %s', (state, more, phase) => {
  page.send('a.0', on);
  page.reported('a.0', state, more);
  expect(page.phases).toEqual([phase]);
});

it('a command of this page says that it was not sent when the proxy refuses it, and why', () => {
  page.send('a.0', on);
  page.refused('a.0', 'controller-unreachable');
  expect({ phases: page.phases, code: page.commands[0]?.failure?.code }).toEqual({
    phases: ['failed'],
    code: 'controller-unreachable'
  });
});

it('a command of this page replaces older ones for the same value, which are shown no more and end in silence', () => {
  page.send('a.0', level(80));
  page.send('b.0', level(20));
  expect({ phases: page.phases, Level: page.shown['Level'] }).toEqual({ phases: ['sending'], Level: 20 });
  page.reported('a.0', 'unconfirmed');
  expect(page.commands.map(({ id }) => id)).toEqual(['b.0']);
  page.reported('b.0', 'failed');
  page.send('c.0', level(30));
  expect(page.commands.map(({ id }) => id)).toEqual(['c.0']);
});

it('a held command is sent once the link is there', () => {
  page.send('a.0', on, true);
  expect({ isVisible: page.commands[0]?.isVisible, stage: page.commands[0]?.stage }).toEqual({
    isVisible: true,
    stage: 'held'
  });
  page.released('a.0');
  expect(page.commands[0]).toMatchObject({ stage: 'sent', sending: { connection: 1 } });
});

it('a held command fails after a second, and is not sent later', () => {
  page.send('a.0', on, true);
  page.wait(1000);
  expect({ phases: page.phases, code: page.commands[0]?.failure?.code }).toEqual({
    phases: ['failed'],
    code: 'offline'
  });
});

describe('a command that was never answered', () => {
  beforeEach(() => page.send('a.0', on));

  it('goes on if the proxy names it', () => {
    page.reconnected([anEntry('a.0', 'accepted')]);
    expect({ phases: page.phases, Status: page.shown['Status'] }).toEqual({
      phases: ['sending'],
      Status: true
    });
    page.reported('a.0', 'confirmed');
    expect(page.phases).toEqual([]);
  });

  it('was not sent if the proxy remembers all of that time, and not this one', () => {
    page.reconnected();
    expect({ phases: page.phases, code: page.commands[0]?.failure?.code }).toEqual({
      phases: ['failed'],
      code: 'not-sent'
    });
    expect(page.shown['Status']).toBe(false);
  });

  it.each<[string, () => void]>([
    ['its batch is remembered', () => page.reconnected([], { remembered: ['a'] })],
    ['the proxy has forgotten batches of that time', () => page.reconnected([], { since: page.at })],
    [
      'another process of the proxy answers',
      () => {
        page.instance = 'p2';
        page.reconnected();
      }
    ]
  ])('has an unknown outcome if %s, and the device is read', (_name, reconnect) => {
    reconnect();
    expect(page.phases).toEqual(['unconfirmed']);
    expect(page.commands).toMatchObject([{ stage: 'unknown', failure: { code: 'outcome-unknown' } }]);
    page.read(null);
    expect(page.commands[0]?.stage).toBe('unconfirmed');
  });
});

it('a new connection does not settle what was sent on it, also by a later list', () => {
  page.reconnected();
  page.send('b.0', level(20));
  page.taken('b.0');
  page.listed([]);
  page.send('c.0', level(30));
  page.listed([]);
  expect(page.commands.map(({ id, stage }) => [id, stage])).toEqual([
    ['b.0', 'taken'],
    ['c.0', 'sent']
  ]);
});

it('a command of another screen is not replaced by one of this page', () => {
  page.reported('x.0', 'sending', { by: TABLET });
  page.send('a.0', off);
  expect(page.phases).toEqual(['sending', 'sending']);
});

const id = fc.constantFrom('a.0', 'b.0', 'c.0');
const states = ['queued', 'accepted', 'confirmed', 'failed', 'superseded'] as const;
const state = fc.constantFrom(...states);
type Act = (page: ShownCommands) => void;
const acts = <T>(given: fc.Arbitrary<T>, act: (page: ShownCommands, of: T) => void): fc.Arbitrary<Act> =>
  given.map((of) => (each) => act(each, of));
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(id, fc.boolean(), fc.nat(99)).map(([known, isHeld, value]): Act => (each) => {
    if (!each.commands.some((command) => command.id === known)) each.send(known, level(value), isHeld);
  }),
  acts(id, (each, known) => each.taken(known)),
  acts(id, (each, known) => each.refused(known, 'controller-busy')),
  acts(fc.tuple(id, state), (each, [known, next]) => each.reported(known, next)),
  fc.constantFrom<Act>(
    (each) => each.read(null),
    (each) => each.read({ Level: 40 }),
    (each) => each.reconnected(),
    (each) => each.reconnected([anEntry('a.0', 'sending')]),
    (each) => each.wait(500)
  )
);
const life = fc.array(act, { maxLength: 40 });
const live = (acts: readonly Act[]): ShownCommands => {
  const lived = new ShownCommands();
  for (const one of acts) one(lived);
  return lived;
};

it('any sequence of events shows at most one command of this page for a value as under way', () => {
  fc.assert(
    fc.property(life, (acts) => {
      const shown = live(acts).commands.filter(
        (command) => command.prepared !== null && isUnderWay(command) && !command.isReplaced
      );
      expect(shown.length).toBeLessThanOrEqual(1);
    })
  );
});

it('any sequence of events leaves nothing under way once a new connection names nothing', () => {
  fc.assert(
    fc.property(life, (acts) => {
      const lived = live(acts);
      lived.wait(1000);
      lived.reconnected();
      expect(lived.commands.filter(isUnderWay)).toEqual([]);
      expect(lived.shown).toBe(lived.device.params);
    })
  );
});
