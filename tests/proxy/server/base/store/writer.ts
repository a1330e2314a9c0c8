import * as v from 'valibot';
import { systemClock } from '#shared/clock';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';

/**
 * Runs in its own process: writes without an end, for a test that kills it. Prints a line once the first
 * value is on the disk.
 */
const opened = await SealedStore.open(process.argv[2] ?? '', { clock: systemClock, log: silentLog });
if (!opened.ok) throw new Error(opened.error.message);
const names = opened.value.file('names', v.array(v.string()), []);

for (let n = 0; ; n++) {
  names.write(Array.from({ length: 2_000 }, () => `written ${n}`));
  await names.flush();
  if (n === 0) process.stdout.write('writing\n');
}
