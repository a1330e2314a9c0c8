import { succeed } from '#shared/errors';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { restoreBackup } from '../../../../proxy/box/backup/commands';
import type { Terminal } from '../../../../proxy/box/cli/terminal';

/** Makes a backup without a passphrase. */
export const plainBackUp = (dataDir: string, file: string, withRecord = false) =>
  backUp({ dataDir, file, withRecord, passphrase: async () => succeed(null) });

/** What a restore says before the setup code, which is another one each time. */
export const withoutSetupCode = (said: string) => said.replace(/^A setup code, .+\n {2}[A-Z2-7]{12}\n$/m, '');

/** Restores a backup at a terminal, or in a script. The value of the result is what it says, without the setup code. */
export async function restoreAt(terminal: Terminal | null, file: string, dataDir: string) {
  let said = '';
  const options = { dataDir, plain: false, passphraseFile: undefined, yes: false };
  const print = (text: string) => (said += text);
  const error = await restoreBackup({ file, now: Date.now(), options, terminal, print });
  return error ? { ok: false as const, error } : succeed(withoutSetupCode(said));
}

/** A terminal at which these secrets are typed, with undefined for Ctrl-C, and no is the answer to each question. */
export const typing = (...secrets: (string | undefined)[]): Terminal => ({
  askSecret: async () => secrets.shift(),
  askYes: async () => false
});

/** Restores a backup without a passphrase, and leaves its screens signed in. */
export const restorePlain = (file: string, dataDir: string) => restoreAt(null, file, dataDir);
