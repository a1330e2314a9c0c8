import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UPDATE_UNIT } from '../service/service';
import { at, stateOf, type ServiceDeps, type UnitState } from '../service/system';
import { PATHS, systemFilesOf } from '../service/system-files';
import { note, ok, problem, type Finding } from './finding';

/** Restarts of the service that need an action. */
const MANY_RESTARTS = 3;

const LOG =
  '`journalctl -u mantel -n 50` says why. `sudo mantel update --back` goes back to the version before.';

/** Checks the installed service, its units and its last update. Nothing is found where it is not installed. */
export async function checkService(deps: Pick<ServiceDeps, 'root' | 'run'>): Promise<readonly Finding[]> {
  const unit = await readFile(at(deps, join(PATHS.units, 'mantel.service')), 'utf8').catch(() => undefined);
  if (unit === undefined) return [];
  const [state, updating] = [await stateOf('mantel', deps.run), await stateOf(UPDATE_UNIT, deps.run)];
  return [
    runningFinding(state),
    ...(state.enabled === 'disabled'
      ? [note('service', 'It does not start with this box.', '`sudo systemctl enable mantel` changes that.')]
      : []),
    ...(await updateFindings(deps, updating.active === 'activating')),
    ...(await unitFindings(deps, /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? ''))
  ];
}

function runningFinding({ active, exitCode, restarts }: UnitState): Finding {
  const subject = 'service';
  const after = `exit code ${exitCode}`;
  if (active === '')
    return note(
      subject,
      'It was not checked, because systemd does not answer.',
      'See `systemctl status mantel`.'
    );
  if (active === 'activating' || restarts > MANY_RESTARTS)
    return problem(subject, `It restarts again and again (${restarts} times, ${after}).`, LOG);
  if (active === 'failed' && exitCode === '2')
    return problem(
      subject,
      'It ended because an option is wrong.',
      `\`journalctl -u mantel -n 50\` names it. Correct ${PATHS.environment}, then \`sudo systemctl restart mantel\`.`
    );
  if (active === 'failed') return problem(subject, `It failed (${after}).`, LOG);
  if (active !== 'active')
    return problem(subject, 'It is stopped.', '`sudo systemctl start mantel` starts it.');
  return ok(subject, 'It runs.');
}

async function updateFindings(deps: Pick<ServiceDeps, 'root'>, isUnderWay: boolean): Promise<Finding[]> {
  const subject = 'update';
  if (isUnderWay) return [note(subject, 'An update is under way.', 'Wait for two minutes.')];
  if (existsSync(at(deps, PATHS.pending)))
    return [
      problem(subject, 'An update was interrupted.', `\`sudo systemctl start ${UPDATE_UNIT}\` ends it.`)
    ];
  const text = await readFile(at(deps, PATHS.takenBack), 'utf8').catch(() => undefined);
  return text === undefined
    ? []
    : [note(subject, text.trim(), 'Try another version: `mantel update <archive>`.')];
}

/** Whether the installed units and the command are those of the version. */
async function unitFindings(deps: Pick<ServiceDeps, 'root'>, node: string): Promise<Finding[]> {
  const others = [];
  for (const [path, { text }] of await systemFilesOf(at(deps, PATHS.current), node).catch(() => []))
    if ((await readFile(at(deps, path), 'utf8').catch(() => '')) !== text) others.push(path);
  const advice =
    '`sudo mantel service install` installs those of this version. Changes of your own belong in a drop-in: `sudo systemctl edit mantel`.';
  return others.length === 0
    ? []
    : [note('units', `These are not those of this version: ${others.join(', ')}.`, advice)];
}
