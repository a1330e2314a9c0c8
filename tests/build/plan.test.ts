import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { runAll, select, TestsFailed, usageOf } from '../../.ci/plan.mjs';

/** A step that runs until the test ends it, and records its start. */
function held() {
  let end: (error?: Error) => void = () => undefined;
  const work = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        end = (error) => {
          if (error) reject(error);
          else resolve();
        };
      })
  );
  return { work, end: (error?: Error) => end(error) };
}

/** Waits until a step starts. */
const started = ({ work }: ReturnType<typeof held>) =>
  vi.waitFor(() => expect(work).toHaveBeenCalled(), { timeout: 15_000 });

const passes = async () => undefined;
const fails = async () => {
  throw new Error('broken');
};

let stderr: MockInstance<typeof process.stderr.write>;

beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  stderr.mockRestore();
});

describe('select', () => {
  const steps = {
    build: { work: passes },
    lint: { work: passes },
    browser: { needs: ['build'], work: passes },
    storms: { isLong: true, work: passes }
  };
  const names = (chosen: string[]) => select(steps, chosen).map(([name]) => name);

  it('selects all steps except the long ones by default', () => {
    expect(names([])).toEqual(['build', 'lint', 'browser']);
  });

  it('selects the named steps and those that they need, in the order of the table', () => {
    expect(names(['browser'])).toEqual(['build', 'browser']);
  });

  it('selects a long step if it is named', () => {
    expect(names(['storms'])).toEqual(['storms']);
  });

  it('lists the existing steps if one is unknown', () => {
    expect(() => names(['lnit'])).toThrow('No step is called lnit: there are build, lint, browser, storms.');
  });
});

describe('runAll', () => {
  it("counts a check as one, and uses a test program's own counts", async () => {
    const total = await runAll([
      ['types', { work: passes }],
      ['lint', { work: fails }],
      ['unit', { work: async () => ({ passed: 40, failed: 0 }) }],
      ['browser', { work: () => Promise.reject(new TestsFailed({ passed: 5, failed: 2 }, new Error('two'))) }]
    ]);
    expect(total).toEqual({ passed: 46, failed: 3 });
  });

  it('runs three steps at a time, and an isolated one alone', async () => {
    const [a, b, c, d, alone] = [held(), held(), held(), held(), held()];
    const all = runAll([
      ['a', { work: a.work }],
      ['b', { work: b.work }],
      ['c', { work: c.work }],
      ['alone', { isAlone: true, work: alone.work }],
      ['d', { work: d.work }]
    ]);
    await started(c);
    expect(d.work).not.toHaveBeenCalled();
    a.end();
    await started(d);
    expect(alone.work).not.toHaveBeenCalled();
    b.end();
    c.end();
    d.end();
    await started(alone);
    alone.end();
    expect(await all).toEqual({ passed: 5, failed: 0 });
  });

  it('skips a step that needs a failed one, and says so', async () => {
    const work = vi.fn(passes);
    const total = await runAll([
      ['build', { work: fails }],
      ['browser', { needs: ['build'], work }],
      ['lint', { work: passes }]
    ]);
    expect(work).not.toHaveBeenCalled();
    expect(total).toEqual({ passed: 1, failed: 2 });
    expect(stderr.mock.calls.flat().join('')).toContain('not run, because build failed');
  });
});

it('usageOf lists each step with its description and its needs', () => {
  const usage = usageOf({
    build: { about: 'it is built', work: passes },
    browser: { about: 'it runs', needs: ['build'], work: passes },
    storms: { about: 'it blows', isLong: true, work: passes }
  });
  expect(usage).toMatch(/^ {2}build +it is built$/m);
  expect(usage).toMatch(/^ {2}browser +it runs \(needs build\)$/m);
  expect(usage).toMatch(/^npm run check:long .*\n {2}storms +it blows$/m);
});
