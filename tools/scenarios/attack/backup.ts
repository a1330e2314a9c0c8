import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { none } from '../../support/figures';
import type { Scenario } from '../scenario';
import { withSetup } from './setup';

const TRIES = 4;
const FOREIGN = 'of another user';

/** Attempts of other users of the box. */
export const BACKUP: Readonly<Record<string, Scenario>> = {
  'backup-link': {
    about: 'The owner of the folder of backups puts a link in place of the new file while it is written',
    run: () =>
      withSetup({}, async ({ program }) => {
        const folder = await mkdtemp(join(tmpdir(), 'mantel-backups-'));
        const foreign = join(folder, 'foreign');
        const passphrase = join(folder, 'passphrase');
        await writeFile(foreign, FOREIGN);
        await writeFile(passphrase, 'correct horse battery\n', { mode: 0o600 });
        let made = 0;
        for (let attempt = 0; attempt < TRIES; attempt++) {
          const file = join(folder, `home-${attempt}.backup`);
          const over = new AbortController();
          const backup = program
            .run('backup', file, '--passphrase-file', passphrase)
            .then(() => made++)
            .catch(() => undefined)
            .finally(() => over.abort());
          while (!existsSync(file) && !over.signal.aborted) await setImmediate();
          await rm(file, { force: true });
          await symlink(foreign, file);
          await backup;
        }
        const isOverwritten = (await readFile(foreign, 'utf8')) !== FOREIGN;
        await rm(folder, { recursive: true });
        return [
          none('Files of others that were overwritten', isOverwritten ? 1 : 0),
          none(`Of ${TRIES} backups, said to be made`, made)
        ];
      })
  }
};
