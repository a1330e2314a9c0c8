import { describe, expect, it } from 'vitest';
import { stop } from '#shared/interfaces/shutter';
import { startLevelChange } from '#shared/interfaces/switch-multilevel';
import { setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { aDimmer, aShutter, aSwitch, aValve, level, off, on } from './command-bench';

describe('a successful command', () => {
  it('is sent at once, shows its effect at once, and its progress after 190 ms', () => {
    const bench = aSwitch();
    bench.send(on);
    expect([bench.takeEffects, bench.shown, bench.phases]).toEqual([
      ['post 1'],
      { Status: true },
      ['sending']
    ]);
    bench.wait(189);
    expect(bench.entries[0]?.isVisible).toBe(false);
    bench.wait(1);
    expect(bench.entries[0]?.isVisible).toBe(true);
  });

  it('is sent by an effect that has its call', () => {
    const bench = aDimmer();
    const id = bench.send(level(20));
    expect(bench.effects).toEqual([{ type: 'post', id, call: level(20) }]);
  });

  it('is confirmed by the matching change, before or after the acceptance', () => {
    const one = aSwitch();
    one.accepted(on);
    expect(one.phases).toEqual(['sending']);
    one.told({ Status: true });
    expect([one.done, one.shown]).toEqual([true, { Status: true }]);
    const other = aSwitch();
    const id = other.send(on);
    other.told({ Status: true });
    expect(other.done).toBe(true);
    other.accept(id);
    expect(other.done).toBe(true);
  });

  it('is not confirmed by an echo of the old value', () => {
    const bench = aDimmer(80);
    bench.accepted(level(20));
    bench.told({ Level: 80, Status: true });
    bench.told({ Level: 79 });
    expect([bench.phases, bench.shown['Level']]).toEqual([['moving'], 20]);
  });

  it('is not confirmed by a change of another value', () => {
    const bench = aSwitch(true);
    bench.send(off);
    bench.send(on);
    bench.told({ power: 12 });
    expect(bench.phases).toEqual(['sending']);
  });

  it('is confirmed within the tolerance of a lamp that rounds', () => {
    const bench = aDimmer(10);
    bench.accepted(level(50));
    bench.told({ Level: 48 });
    expect(bench.done).toBe(true);
  });

  it('is done when accepted if nothing more can be observed', () => {
    const bench = aShutter(40);
    const id = bench.send(stop.call({}));
    expect(bench.phases).toEqual(['sending']);
    bench.accept(id);
    expect(bench.done).toBe(true);
  });

  it('is confirmed when accepted if the value was there before', () => {
    const bench = aSwitch(true);
    bench.accepted(on);
    expect(bench.done).toBe(true);
  });
});

describe('a command in progress', () => {
  it('is moving while values approach, however long that takes', () => {
    const bench = aShutter(0);
    bench.accepted(startLevelChange.call({ direction: 'up' }));
    for (let value = 10; value < 97; value += 10) {
      bench.wait(value === 10 ? 80_000 : 14_000);
      bench.told({ Level: value });
    }
    expect(bench.phases).toEqual(['moving']);
    bench.told({ Level: 98 });
    expect(bench.done).toBe(true);
  });

  it('is over for a shutter once its values stop: it is read back', () => {
    const bench = aShutter(99);
    const id = bench.accepted(startLevelChange.call({ direction: 'down' }));
    bench.wait(80_000);
    bench.told({ Level: 90 });
    bench.wait(14_000);
    bench.told({ Level: 40 });
    bench.wait(14_999);
    expect([bench.takeEffects, bench.phases]).toEqual([['post 1'], ['moving']]);
    bench.wait(1);
    expect(bench.takeEffects).toEqual(['read 1']);
    bench.readBack(id, { Level: 40 });
    expect([bench.phases, bench.shown['Level']]).toEqual([['unconfirmed'], 40]);
  });

  it('is confirmed if a shutter rests within 5 of the target', () => {
    const bench = aShutter(60);
    bench.accepted(startLevelChange.call({ direction: 'down' }));
    bench.told({ Level: 30 });
    bench.wait(3000);
    bench.told({ Level: 4, Status: true });
    bench.wait(4999);
    expect(bench.phases).toEqual(['moving']);
    bench.wait(1);
    expect([bench.takeEffects, bench.done, bench.shown['Level']]).toEqual([['post 1'], true, 4]);
  });

  it('goes on for a shutter that passes near the target', () => {
    const bench = aShutter(0);
    bench.accepted(level(60));
    bench.told({ Level: 55 });
    bench.wait(4000);
    bench.told({ Level: 57 });
    bench.wait(4000);
    expect(bench.phases).toEqual(['moving']);
    bench.told({ Level: 59 });
    expect(bench.done).toBe(true);
  });

  it('is not over 6 off the target', () => {
    const bench = aShutter(60);
    bench.accepted(level(0));
    bench.told({ Level: 6 });
    bench.wait(14_999);
    expect([bench.takeEffects, bench.phases]).toEqual([['post 1'], ['moving']]);
    bench.wait(1);
    expect(bench.takeEffects).toEqual(['read 1']);
  });

  it('is over soon for a shutter that is already there, counted from the acceptance', () => {
    const near = aShutter(4);
    near.accepted(startLevelChange.call({ direction: 'down' }));
    near.wait(5000);
    expect([near.takeEffects, near.done]).toEqual([['post 1'], true]);
    const unanswered = aShutter(4);
    const id = unanswered.send(level(0));
    unanswered.wait(60_000);
    expect([unanswered.takeEffects, unanswered.phases]).toEqual([['post 1'], ['sending']]);
    unanswered.accept(id);
    unanswered.wait(1000);
    expect(unanswered.done).toBe(true);
  });

  it('is not over for a held press, because it was never sent', () => {
    const bench = aShutter(4);
    bench.send(level(0), true);
    bench.wait(1000);
    expect([bench.takeEffects, bench.phases]).toEqual([[], ['failed']]);
  });

  it('is confirmed by a shutter that is read back near the target', () => {
    const bench = aShutter(60);
    const id = bench.accepted(level(0));
    bench.wait(90_000);
    expect(bench.takeEffects).toEqual(['post 1', 'read 1']);
    bench.readBack(id, { Level: 5 });
    expect(bench.done).toBe(true);
  });

  it('has no such tolerance for a lamp', () => {
    const bench = aDimmer(60);
    bench.accepted(level(20));
    bench.told({ Level: 24 });
    bench.wait(10_000);
    expect(bench.takeEffects).toEqual(['post 1', 'read 1']);
  });

  it('is late once values no longer approach', () => {
    const bench = aDimmer(0);
    bench.accepted(level(80));
    bench.wait(9000);
    bench.told({ Level: 40 });
    bench.wait(9999);
    expect(bench.phases).toEqual(['moving']);
    bench.wait(1);
    expect(bench.takeEffects).toEqual(['post 1', 'read 1']);
  });

  it('does not count values that move away as approaching', () => {
    const bench = aDimmer(50);
    bench.accepted(level(80));
    bench.wait(9000);
    bench.told({ Level: 30 });
    bench.wait(1000);
    expect(bench.takeEffects).toEqual(['post 1', 'read 1']);
  });

  it('waits for a sleeping device until its wake-up', () => {
    const bench = aValve();
    bench.accepted(setSetpoint.call({ setpoint: 21.5, setpointType: 'Heat' }));
    bench.wait(329_000);
    expect([bench.phases, bench.shown['currentSetpoints']]).toEqual([['waiting'], { Heat: 21.5, Cool: 25 }]);
    bench.told({ currentSetpoints: { Heat: 21.5, Cool: 25 } });
    expect(bench.done).toBe(true);
  });
});

describe('a command without its change', () => {
  it('reads the device back once, and is confirmed if the value is there', () => {
    const bench = aSwitch();
    const id = bench.accepted(on);
    bench.wait(5000);
    expect([bench.takeEffects, bench.phases]).toEqual([['post 1', 'read 1'], ['sending']]);
    bench.wait(60_000);
    expect(bench.takeEffects).toEqual([]);
    bench.readBack(id, { Status: true });
    expect(bench.done).toBe(true);
  });

  it.each([
    ['says otherwise', { Status: false }],
    ['cannot be read', null]
  ])('is not confirmed if the device %s, and shows the confirmed value', (_, params) => {
    const bench = aSwitch();
    const id = bench.accepted(on);
    bench.wait(5000);
    bench.readBack(id, params);
    expect([bench.phases, bench.shown]).toEqual([['unconfirmed'], { Status: false }]);
  });

  it('is confirmed when the change comes late', () => {
    const bench = aSwitch();
    const id = bench.accepted(on);
    bench.wait(5000);
    bench.readBack(id, null);
    bench.told({ Status: true });
    expect(bench.done).toBe(true);
  });

  it('is moving again when values approach late', () => {
    const bench = aShutter(0);
    const id = bench.accepted(level(99));
    bench.wait(90_000);
    bench.readBack(id, { Level: 0 });
    expect(bench.phases).toEqual(['unconfirmed']);
    bench.told({ Level: 20 });
    expect(bench.phases).toEqual(['moving']);
  });

  it('is confirmed during its read-back, whose result changes nothing', () => {
    const bench = aSwitch();
    const id = bench.accepted(on);
    bench.wait(5000);
    bench.told({ Status: true });
    bench.readBack(id, { Status: false });
    expect(bench.done).toBe(true);
  });

  it('waits for its response, however late, before it is late itself', () => {
    const bench = aSwitch();
    const id = bench.send(on);
    bench.wait(12_000);
    bench.accept(id);
    bench.wait(999);
    expect(bench.takeEffects).toEqual(['post 1']);
    bench.wait(1);
    expect(bench.takeEffects).toEqual(['read 1']);
  });
});
