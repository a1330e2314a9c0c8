import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnderWay } from '../../../../src/lib/state/commands/command-entry';
import { aDimmer, level, off, on, type Bench } from './command-bench';

type Act = (bench: Bench) => void;

const id = fc.integer({ min: 1, max: 8 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>(
    (bench) => bench.send(on),
    (bench) => bench.send(off),
    (bench) => bench.send(on, true),
    (bench) => bench.step({ type: 'released' })
  ),
  fc.integer({ min: 0, max: 99 }).map(
    (value): Act =>
      (bench) =>
        bench.send(level(value))
  ),
  fc.integer({ min: 0, max: 99 }).map(
    (value): Act =>
      (bench) =>
        bench.told({ Level: value, Status: value > 0 })
  ),
  fc.integer({ min: 0, max: 30_000 }).map(
    (ms): Act =>
      (bench) =>
        bench.wait(ms)
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.accept(known)
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.refuse(known, 'outcome-unknown')
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.refuse(known, 'controller-busy')
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.refuse(known, 'superseded')
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.readBack(known, null)
  ),
  id.map(
    (known): Act =>
      (bench) =>
        bench.readBack(known, { Level: 50, Status: true })
  )
);
const life = fc.array(act, { maxLength: 40 });

function live(acts: readonly Act[]): Bench {
  const bench = aDimmer(0);
  for (const one of acts) one(bench);
  return bench;
}

describe('any sequence of commands', () => {
  it('sends none twice, and none that another press replaced before', () => {
    fc.assert(
      fc.property(life, (acts) => {
        const posts = live(acts).takeEffects.filter((deed) => deed.startsWith('post'));
        expect(new Set(posts).size).toBe(posts.length);
        const order = posts.map((deed) => Number(deed.slice(5)));
        expect(order).toEqual([...order].sort((one, other) => one - other));
      })
    );
  });

  it('leaves none pending once it is answered', () => {
    fc.assert(
      fc.property(life, (acts) => {
        const bench = live(acts);
        for (const entry of bench.entries) if (entry.stage === 'sending') bench.accept(entry.id);
        bench.wait(20_000);
        for (const entry of bench.entries) if (entry.stage === 'reading') bench.readBack(entry.id, null);
        expect(bench.entries.filter(isUnderWay)).toEqual([]);
      })
    );
  });

  it('shows at most one command for a value as pending', () => {
    fc.assert(
      fc.property(life, (acts) => {
        const shown = live(acts).entries.filter((entry) => isUnderWay(entry) && !entry.isReplaced);
        expect(shown.length).toBeLessThanOrEqual(1);
      })
    );
  });

  it('shows the confirmed value once nothing is pending', () => {
    fc.assert(
      fc.property(life, (acts) => {
        const bench = live(acts);
        if (!bench.entries.some(isUnderWay)) expect(bench.shown).toBe(bench.device.params);
      })
    );
  });
});
