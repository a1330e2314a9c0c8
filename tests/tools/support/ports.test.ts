import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../../tools/support/ports';

afterEach(() => vi.restoreAllMocks());

const ports = new URL('../../../tools/support/ports.ts', import.meta.url).href;

it('a port that a process was given is given to no other one, although nothing listens there', async () => {
  const draw = vi.spyOn(Math, 'random').mockReturnValueOnce(0.123);
  const mine = await freePort();
  draw.mockReturnValueOnce(0.123);
  const next = await freePort();
  const other = `const { random } = Math; const draws = [0.123]; Math.random = () => draws.shift() ?? random();
    const { freePort } = await import('${ports}');
    console.log(await freePort());`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', '--input-type=module', '--eval', other]
  ]);
  expect(new Set([mine, next, Number(stdout)]).size).toBe(3);
});
