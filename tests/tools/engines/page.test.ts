import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Browser } from '../../../tools/engines/browsers/browser';
import { Page } from '../../../tools/engines/page';

/** A running animation with this end, in ms. */
const anAnimation = (endTime: number) => ({
  playState: 'running',
  effect: { getComputedTiming: () => ({ endTime }) }
});

it('a picture is taken once the sheet has arrived, while what pulses without an end goes on', async () => {
  const moments = [[anAnimation(250), anAnimation(Infinity)], [anAnimation(Infinity)]];
  const left: number[] = [];
  const nothing = () => Promise.resolve();
  const browser: Browser = {
    ...{ version: '', open: nothing, mouse: nothing, press: nothing, resize: nothing, close: nothing },
    evaluate(expression) {
      const shown = moments.shift() ?? [];
      return Promise.resolve(runInNewContext(expression, { document: { getAnimations: () => shown } }));
    },
    picture() {
      left.push(moments.length);
      return Promise.resolve(Buffer.from('png'));
    }
  };
  expect(String(await new Page(browser, '').picture())).toBe('png');
  expect(left).toEqual([0]);
});
