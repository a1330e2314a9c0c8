import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtProgram } from '../../../support/built-program';
import { temporaryFolder } from '../../../support/temporary-folder';

const DRIVER = fileURLToPath(new URL('./full-disk.ts', import.meta.url));

/**
 * The disks to fill, the most real first: a user namespace in which mounts are allowed and private. Disk images can be mounted only by
 * root.
 */
const UNSHARE = { ext4: ['-m'], tmpfs: ['-rm'] } as const;
type Disk = keyof typeof UNSHARE;

/** Whether such a disk can be mounted here. */
function canMount(kind: Disk) {
  const folder = mkdtempSync(join(tmpdir(), 'mantel-mount-'));
  const mount = {
    tmpfs: `mount -t tmpfs tmpfs ${folder}`,
    ext4: `mkfs.ext4 -q ${folder}.img 12M && mount -o loop ${folder}.img ${folder}`
  };
  try {
    execFileSync('unshare', [...UNSHARE[kind], 'sh', '-c', mount[kind]], { stdio: 'pipe' });
    return true;
  } catch (error) {
    console.warn(`A full ${kind} is not tried, for none can be mounted here: ${String(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(`${folder}.img`, { force: true });
  }
}

const program = builtProgram();

const kind = (['ext4', 'tmpfs'] as const).find(canMount);

it.skipIf(kind === undefined)(
  'an acknowledged end, limit or sign-out survives a kill on a full disk, and one that was not stored returns 507',
  async () => {
    if (kind === undefined) return;
    const disk = join(await temporaryFolder(), 'disk');
    const argv = [...UNSHARE[kind], process.execPath, '--import', 'tsx', DRIVER, kind, disk, program];
    const { stdout } = await promisify(execFile)('unshare', argv);
    expect(JSON.parse(stdout)).toEqual({
      onFullDisk: { ended: 204, limited: 204, signedOut: 204, renamed: 204 },
      afterKill: {
        kitchen: 200,
        ended: 401,
        signedOut: 401,
        last: 200,
        limited: expect.objectContaining({
          rights: { rooms: null, commands: false, until: null, manages: false }
        }) as unknown
      },
      unallocated: {
        ended: '507 not-kept',
        here: 401,
        password: 204,
        others: '507 not-kept',
        signedOut: '507 not-kept',
        log: true
      },
      afterNothingWasKept: { last: 200 },
      withRoom: { ended: 204 },
      afterAll: { last: 401, kitchen: 200 }
    });
  }
);
