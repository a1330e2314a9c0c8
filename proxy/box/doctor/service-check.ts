import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { UPDATE_UNIT } from '../service/service';
import { at, stateOf, type ServiceDeps, type UnitState } from '../service/system';
import { PATHS, systemFilesOf } from '../service/system-files';
import { finding, type Finding } from './finding';

/** Restarts of the service that need an action, until it has run for so long again, in s. */
const MANY_RESTARTS = 3;
const STEADY_S = 600;

/** Checks the installed service, its units and its last update. Nothing is found where it is not installed. */
export async function checkService(deps: Pick<ServiceDeps, 'root' | 'run'>): Promise<readonly Finding[]> {
  const unit = await readFile(at(deps, join(PATHS.units, 'mantel.service')), 'utf8').catch(() => undefined);
  if (unit === undefined) return [];
  const state = await stateOf('mantel', deps.run);
  const updating = await stateOf(UPDATE_UNIT, deps.run);
  const units = await foreignUnits(deps, /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? '');
  return [
    finding(runningFinding(state), { restarts: state.restarts, exitCode: state.exitCode }),
    ...(state.enabled === 'disabled' ? [finding('service-disabled')] : []),
    ...(await updateFindings(deps, updating)),
    ...(units.length > 0 ? [finding('service-units', { paths: units.join(', ') })] : [])
  ];
}

/** The name of the finding about whether the service runs. */
function runningFinding({ active, exitCode, restarts, startedAt }: UnitState): string {
  if (active === '') return 'service-unasked';
  const isUnsteady = restarts > MANY_RESTARTS && uptime() - startedAt < STEADY_S;
  if (active === 'activating' || isUnsteady) return 'service-restarts';
  if (active === 'failed') return exitCode === '2' ? 'service-option' : 'service-failed';
  return active === 'active' ? 'service' : 'service-stopped';
}

async function updateFindings(deps: Pick<ServiceDeps, 'root'>, { active }: UnitState): Promise<Finding[]> {
  if (active === 'activating') return [finding('update-running')];
  if (existsSync(at(deps, PATHS.pending))) return [finding('update-interrupted')];
  const why = await readFile(at(deps, PATHS.takenBack), 'utf8').catch(() => '');
  return why === '' ? [] : [finding('update-taken-back', { why: why.trim() })];
}

/** The paths of installed units and of the command that are not those of the version. */
async function foreignUnits(deps: Pick<ServiceDeps, 'root'>, node: string): Promise<string[]> {
  const others = [];
  for (const [path, { text }] of await systemFilesOf(at(deps, PATHS.current), node))
    if ((await readFile(at(deps, path), 'utf8').catch(() => '')) !== text) others.push(path);
  return others;
}
