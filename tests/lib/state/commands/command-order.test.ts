import { describe, expect, it } from 'vitest';
import { stop } from '#shared/interfaces/shutter';
import { setColor } from '#shared/interfaces/switch-color';
import { aDimmer, aShutter, aSwitch, Bench, level, off, on } from './command-bench';

describe('several commands', () => {
  it('show only the newest for one value', () => {
    const bench = aDimmer(0);
    bench.accepted(level(20));
    bench.send(level(70));
    expect([bench.phases, bench.shown['Level']]).toEqual([['sending'], 70]);
  });

  it('show both for two values', () => {
    const bench = new Bench(['SwitchColor'], {
      supportedComponents: ['Red', 'WarmWhite'],
      currentComponentValues: { Red: 0, WarmWhite: 0 }
    });
    bench.send(setColor.call({ components: { Red: 200 } }));
    bench.send(setColor.call({ components: { WarmWhite: 100 } }));
    expect(bench.phases).toEqual(['sending', 'sending']);
    expect(bench.shown['currentComponentValues']).toEqual({ Red: 200, WarmWhite: 100 });
  });

  it('let a stop replace a move', () => {
    const bench = aShutter(0);
    bench.accepted(level(99));
    bench.told({ Level: 30 });
    bench.accepted(stop.call({}));
    expect([bench.done, bench.shown['Level']]).toEqual([true, 30]);
    bench.told({ Level: 34 });
    expect(bench.done).toBe(true);
  });

  it('do not count an older command’s effect as their own', () => {
    const bench = aSwitch(false);
    bench.accepted(on);
    bench.accepted(off);
    expect(bench.phases).toEqual(['sending']);
    bench.told({ Status: true });
    expect([bench.phases, bench.shown]).toEqual([['sending'], { Status: false }]);
    bench.told({ Status: false });
    expect(bench.done).toBe(true);
  });

  it('wait through an opposite command in between', () => {
    const bench = aSwitch(false);
    bench.accepted(on);
    bench.accepted(off);
    bench.accepted(on);
    bench.told({ Status: true });
    expect(bench.phases).toEqual(['sending']);
    bench.told({ Status: false });
    expect(bench.shown).toEqual({ Status: true });
    bench.told({ Status: true });
    expect(bench.done).toBe(true);
  });

  it('do not wait for a command that was superseded', () => {
    const bench = aSwitch(false);
    bench.accepted(on);
    const second = bench.send(off);
    bench.accepted(on);
    bench.refuse(second, 'superseded');
    bench.told({ Status: true });
    expect(bench.done).toBe(true);
  });

  it('are confirmed without false alarms if intermediate effects never show', () => {
    const bench = aSwitch(false);
    bench.accepted(on);
    bench.accepted(off);
    bench.wait(100);
    bench.accepted(on);
    bench.told({ Status: true });
    bench.wait(5000);
    expect([bench.done, bench.takeEffects]).toEqual([true, ['post 1', 'post 2', 'post 3']]);
  });

  it('turn round without waiting for the first direction', () => {
    const bench = aShutter(0);
    bench.accepted(level(99));
    bench.told({ Level: 50 });
    bench.accepted(level(0));
    bench.told({ Level: 20 });
    expect(bench.phases).toEqual(['moving']);
    bench.told({ Level: 0 });
    expect(bench.done).toBe(true);
  });

  it('drop a replaced command that is late, without reading anything', () => {
    const bench = aSwitch(false);
    bench.accepted(on);
    bench.wait(3000);
    const second = bench.accepted(off);
    bench.refuse(second, 'controller-refused');
    bench.wait(10_000);
    expect(bench.takeEffects).toEqual(['post 1', 'post 2']);
  });

  it('leave nothing of a command that was replaced during its read-back', () => {
    const bench = aSwitch(false);
    const first = bench.accepted(on);
    bench.wait(5000);
    const second = bench.send(off);
    bench.readBack(first, null);
    expect(bench.entries.map(({ id }) => id)).toEqual([second]);
  });
});
