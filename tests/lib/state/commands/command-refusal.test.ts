import { describe, expect, it } from 'vitest';
import { findCommand } from '#shared/interfaces/registry';
import { stop } from '#shared/interfaces/shutter';
import { aDimmer, aShutter, aSwitch, level, off, on } from './command-bench';

describe('a refused command', () => {
  it('is rolled back, with the reason, until it is dismissed', () => {
    const bench = aSwitch();
    const id = bench.send(on);
    bench.refuse(id, 'controller-refused');
    expect([bench.phases, bench.shown]).toEqual([['failed'], { Status: false }]);
    expect(bench.entries[0]).toMatchObject({ isVisible: true, failure: { code: 'controller-refused' } });
    bench.wait(3_600_000);
    expect(bench.phases).toEqual(['failed']);
    bench.step({ type: 'dismissed', id });
    expect(bench.done).toBe(true);
  });

  it('shows only the newer one if it was superseded', () => {
    const bench = aSwitch();
    const id = bench.send(on);
    bench.refuse(id, 'superseded');
    expect(bench.done).toBe(true);
  });

  it('is replaced by the next one', () => {
    const bench = aSwitch();
    bench.refuse(bench.send(on), 'controller-busy');
    bench.send(on);
    expect(bench.phases).toEqual(['sending']);
  });
});

describe('a command without a response', () => {
  it('is read back after a while, never sent again, and unconfirmed with the reason', () => {
    const bench = aShutter(0);
    const id = bench.send(level(50));
    bench.refuse(id, 'outcome-unknown');
    bench.wait(2000);
    expect(bench.takeEffects).toEqual(['post 1', 'read 1']);
    bench.readBack(id, { Level: 0 });
    expect(bench.entries[0]).toMatchObject({ stage: 'unconfirmed', failure: { code: 'outcome-unknown' } });
  });

  it('is confirmed by its change', () => {
    const bench = aSwitch();
    bench.refuse(bench.send(on), 'outcome-unknown');
    bench.told({ Status: true });
    expect(bench.done).toBe(true);
  });

  it('is moving when values approach', () => {
    const bench = aShutter(0);
    bench.refuse(bench.send(level(50)), 'outcome-unknown');
    bench.told({ Level: 10 });
    bench.wait(60_000);
    expect([bench.phases, bench.entries[0]?.failure]).toEqual([['moving'], null]);
  });

  it('is unconfirmed at once if nothing could ever confirm it', () => {
    const bench = aShutter(40);
    bench.refuse(bench.send(stop.call({})), 'outcome-unknown');
    expect(bench.phases).toEqual(['unconfirmed']);
  });
});

describe('a press while the page resumes', () => {
  it('is held visibly, and sent when the link is there', () => {
    const bench = aSwitch();
    bench.send(on, true);
    expect([bench.takeEffects, bench.entries[0]?.isVisible, bench.shown]).toEqual([
      [],
      true,
      { Status: true }
    ]);
    bench.wait(700);
    bench.step({ type: 'released' });
    expect(bench.takeEffects).toEqual(['post 1']);
    bench.wait(4999);
    expect(bench.takeEffects).toEqual([]);
  });

  it('is refused after a second, and never sent', () => {
    const bench = aSwitch();
    bench.send(on, true);
    bench.wait(1000);
    expect(bench.entries[0]).toMatchObject({ stage: 'failed', failure: { code: 'offline' } });
    bench.step({ type: 'released' });
    expect(bench.takeEffects).toEqual([]);
  });

  it('replaces an earlier held press', () => {
    const bench = aSwitch();
    bench.send(on, true);
    bench.send(off, true);
    bench.step({ type: 'released' });
    expect([bench.takeEffects, bench.entries.length]).toEqual([['post 2'], 1]);
  });
});

describe('a press that cannot be sent', () => {
  it('fails at once, and does not change earlier commands', () => {
    const bench = aDimmer(0);
    bench.accepted(level(50));
    const prepared = findCommand(bench.device, 'setLevel')?.prepare({ level: 70 });
    if (!prepared) throw new Error('not offered');
    bench.step({ type: 'reject', id: 9, prepared, failure: { code: 'offline', message: '' } });
    expect([bench.phases, bench.takeEffects]).toEqual([['moving', 'failed'], ['post 1']]);
    bench.told({ Level: 50 });
    expect(bench.phases).toEqual(['failed']);
  });
});
