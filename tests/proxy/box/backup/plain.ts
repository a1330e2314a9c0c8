import { fail, succeed } from '#shared/errors';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { restore } from '../../../../proxy/box/backup/restore';

/** Makes a backup without a passphrase. */
export const plainBackUp = (dataDir: string, file: string) =>
  backUp({ dataDir, file, passphrase: async () => succeed(null) });

/** Restores a backup and leaves its screens signed in. */
export const restorePlain = (file: string, dataDir: string) =>
  restore({
    ...{ file, dataDir },
    passphrase: async () => fail('no-passphrase', 'None was expected to be asked.'),
    endScreens: async () => false
  });
