import { runProgram } from './run-program';

/** Checkers that are no part of the program, in the versions whose findings are answered. */
export const CHECKERS = {
  policy: 'csp_evaluator@1.1.8',
  observatory: '@mdn/mdn-http-observatory@1.4.8',
  lighthouse: 'lighthouse@12.8.2'
} as const;

/** Installs a package into a folder of its own, none of its scripts run; false where the registry does not answer. */
export async function installInto(folder: string, spec: string): Promise<boolean> {
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    spec
  ];
  const ran = await runProgram('npm', args, { cwd: folder });
  return ran?.isOk === true;
}
