import { expect, it, onTestFinished } from 'vitest';
import { sharedAbort } from '../../../../../proxy/server/base/platform/abort';
import { settle } from '../../../../support/fake-clock';

it('a shared signal takes any number of listeners without a warning, and aborts them all', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => void warnings.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const controller = sharedAbort();
  let aborted = 0;
  for (let request = 0; request < 30; request += 1)
    controller.signal.addEventListener('abort', () => (aborted += 1));
  await settle();
  expect(warnings).toEqual([]);
  controller.abort();
  expect(aborted).toBe(30);
});
