import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { beforeAll } from 'vitest';

/** Requirements of the tests: namespaces, a bridge, network cards and the settings of a router. */
const NEEDS = [
  'command -v nsenter',
  'ip link add eth0 type bridge',
  'ip link add plug0 type veth peer name card0',
  'unshare -n true',
  'echo 1 > /proc/sys/net/ipv4/ip_forward'
].join(' && ');

const checked = spawnSync('unshare', ['-rn', 'sh', '-c', NEEDS], { encoding: 'utf8' });

/** Why no test network can be made here; empty if it can. */
export const whyNoNetwork = checked.status === 0 ? '' : String(checked.error ?? checked.stderr).trim();
if (whyNoNetwork !== '')
  console.warn(`Controllers are not followed on a network here, for none can be made: ${whyNoNetwork}`);

/** Scenarios that run at a time: each is several processes, whose times are judged. */
const AT_ONCE = 2;

/** Time after which a scenario hangs, in ms. */
const HANGING_MS = 240_000;

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Bundled CommonJS loads Node's own modules with `require`. */
const banner = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

/**
 * Bundles the programs of the network, so that each starts fast. Returns a function that runs a scenario in a
 * new network, two at a time.
 */
export function scenarios() {
  let programs = '';
  beforeAll(async () => {
    programs = await mkdtemp(join(tmpdir(), 'mantel-network-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'node20.19',
        outDir: join(programs, 'programs'),
        minify: false,
        rolldownOptions: {
          input: { box: join(folder, 'box.ts'), scenarios: join(folder, 'scenarios.ts') },
          output: { format: 'es', entryFileNames: '[name].js', banner }
        }
      }
    });
    return () => rm(programs, { recursive: true });
  }, 60_000);

  const lanes = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  let begun = 0;
  return async (name: string): Promise<unknown> => {
    const lane = begun++ % AT_ONCE;
    const done = (lanes[lane] ?? Promise.resolve()).then(async () => {
      const program = join(programs, 'programs', 'scenarios.js');
      const argv = ['-rn', process.execPath, program, name, programs];
      return promisify(execFile)('unshare', argv, { timeout: HANGING_MS });
    });
    lanes[lane] = done.then(
      () => undefined,
      () => undefined
    );
    return JSON.parse((await done).stdout) as unknown;
  };
}
