import { runProgram } from './run-program';

/** Scanners that are installed for an audit only. Their versions match the accepted findings. */
export const CHECKERS = {
  policy: 'csp_evaluator@1.1.8',
  observatory: '@mdn/mdn-http-observatory@1.4.8'
} as const;

/**
 * Installs a package into a folder, without its install scripts. Returns false if the registry does not
 * answer.
 */
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
