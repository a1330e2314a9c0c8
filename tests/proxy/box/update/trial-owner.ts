import { tryVersion } from '../../../../proxy/box/update/trial';

/** Runs in its own process: tries a version on a copy of the data, until it is killed. */
const [main = '', dataDir = ''] = process.argv.slice(2);
await tryVersion({
  ...{ node: process.execPath, main, dataDir, owner: undefined },
  durationMs: 600_000,
  signal: new AbortController().signal
});
