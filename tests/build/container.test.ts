import { execFile, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { temporaryFolder } from '../support/temporary-folder';
import { commandsIn } from './document-commands';
import { packVersion } from './pack-version';
import { packageJson, root } from './repository';

const execute = promisify(execFile);

/** Time of a command, and of the image to become healthy. */
const TIMEOUT_MS = 300_000;

const hasPodman = spawnSync('podman', ['--version']).status === 0;
if (!hasPodman) console.warn('Podman is not here: the image is not built.');

/** Makes the image that ours begins with, of a shell, `install` and this Node, with their libraries and the user `node`. Runs it once. */
const BASE = `
printf '[storage]\ndriver = "overlay"\ngraphroot = "%s/store"\nrunroot = "%s/run"\n' "$PWD" "$PWD" >storage.conf
mkdir -p base/etc base/tmp base/usr/bin
for file in /bin/sh /usr/bin/install "${process.execPath}"; do echo "$file"; ldd "$file" | grep -o '/[^ ]*'; done | sort -u |
  while read -r file; do cp -L --parents "$file" base; done
test -e base/usr/bin/node || mv "base${process.execPath}" base/usr/bin/node
echo node:x:1000:1000::/:/bin/sh >base/etc/passwd
echo node:x:1000: >base/etc/group
image=$(sed -n 's/^FROM //p' packaging/Dockerfile)
tar -C base -c . | podman import - "$image"
podman run --rm --network none --ulimit host "$image" node --version`;

/** The settings of packaging/compose.yaml, without the host's network. */
const SETTINGS =
  '--name mantel --network none --ulimit host --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --volume mantel-data:/data --volume "$PWD/backups:/backups"';

/** Ends once the health check of the image succeeds. */
const START = `podman run --detach ${SETTINGS} mantel; until podman healthcheck run mantel; do sleep 1; done`;

/** The status and the cookie of an answer to a page in the container. */
const ask = (path: string, init: object) =>
  `podman exec mantel node -e 'fetch("http://127.0.0.1:8420${path}", ${JSON.stringify(init)}).then((answer) => console.log(answer.status, ...answer.headers.getSetCookie()))'`;

const SIGN_IN = ask('/api/sign-in', {
  method: 'POST',
  headers: { origin: 'http://127.0.0.1:8420', 'content-type': 'application/json' },
  body: JSON.stringify({ controller: DEMO_CONTROLLER_ID, username: 'demo', password: 'demo' })
});

/** The line of the documents that has this text, for Podman. */
function documented(text: string): string {
  const lines = ['docs/install.md', 'docs/backup.md'].flatMap(commandsIn);
  return (lines.find((line) => line.includes(text)) ?? `false ${text}`)
    .replace('docker compose -f packaging/compose.yaml exec -T', 'podman exec --interactive')
    .replace('docker compose -f packaging/compose.yaml run', `podman run --interactive ${SETTINGS}`)
    .replace('docker build', 'podman build --format docker --network none --pull=never')
    .replace('/root/mantel.passphrase', 'passphrase')
    .replace('<version>', packageJson.version);
}

it.runIf(hasPodman)(
  'the image runs without privileges, and a backup brings its household into a new volume',
  { timeout: 2 * TIMEOUT_MS },
  async ({ skip }) => {
    const cwd = await temporaryFolder();
    const env = { ...process.env, CONTAINERS_STORAGE_CONF: join(cwd, 'storage.conf') };
    const options = { cwd, env, timeout: TIMEOUT_MS };
    const sh = async (lines: string) => (await execute('sh', ['-ec', lines], options)).stdout;
    await packVersion(packageJson.version, cwd);
    await sh(`cp -r ${root}packaging .; mkdir -m 777 backups; echo correct horse battery >passphrase`);
    onTestFinished(async () => void (await sh('podman rm -fa; podman rmi -fa; podman volume rm -fa')));
    await sh(BASE).catch((error: unknown) => skip(`No container runs here: ${String(error)}`));

    await sh(`${documented('docker build')}; ${START}`);
    const [, cookie = ''] = /^200 (?<cookie>[^;]+)/.exec(await sh(SIGN_IN)) ?? [];
    await sh(documented('backup /backups'));
    await sh(`podman stop mantel; test "$(podman wait mantel)" = 0; podman rm mantel`);
    await sh('podman volume rm mantel-data');
    const [backup = ''] = await readdir(join(cwd, 'backups'));
    const restore = documented('restore /backups/').replace('<file>', backup);
    await sh(`${restore} --passphrase-file /dev/stdin <passphrase; ${START}`);
    expect(await sh(ask('/api/me', { headers: { cookie } }))).toBe('200\n');
    expect(await sh(ask('/api/me', {}))).toBe('401\n');
  }
);
