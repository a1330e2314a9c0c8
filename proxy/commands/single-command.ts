import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';
import type { SendResult } from '#shared/commands/command-executor';
import type { PreparedCommand } from '#shared/interfaces/interface';
import type { Answer } from '../controllers/answer';
import type { Screen } from '../access/screens/screen';
import type { Failure } from '#shared/errors';
import { isUrgent } from '#shared/commands/urgent';
import type { CommandLog } from './command-log';
import { jobOf, type Commands } from './commands';
import type { CancelSignal } from '../platform/cancel-signal';

/** Maximum length of the parameters in an entry, in characters of JSON. Longer ones are left out. */
const MAX_PARAMS_LENGTH = 2_048;

/** Its sender gets no answer. */
const SENDER_GONE: Failure = {
  code: 'superseded',
  message: 'Its sender disconnected before it was sent.'
};

/** What carrying out a single command depends on. */
export interface SingleCommandDeps {
  readonly commands: Commands;
  readonly log: CommandLog;
  readonly clock: Clock;
}

/**
 * Carries out one command without a batch, and resolves with the controller's answer. It is dropped if its sender disconnects while it
 * waits. A command already sent is not cancelled.
 */
export async function carryOut(
  { commands, log, clock }: SingleCommandDeps,
  screen: Screen,
  { device, prepared, signal }: { device: number; prepared: PreparedCommand; signal: CancelSignal }
): Promise<SendResult<Answer>> {
  const id = `single.${randomBytes(9).toString('base64url')}`;
  const { method, params } = prepared.call;
  const isShort = JSON.stringify(params).length <= MAX_PARAMS_LENGTH;
  log.add(
    screen,
    {
      ...{ id, batch: null, device, method, params: isShort ? params : {}, state: 'queued' },
      by: { id: screen.id, name: screen.name },
      at: clock.now()
    },
    null
  );
  const queued = commands.of(screen.controller);
  const drop = () => queued.drop((job) => job.id === id, 'superseded', SENDER_GONE);
  signal.addEventListener('abort', drop);
  const result = await queued.submit(
    jobOf(screen, {
      ...{ id, batch: 'single', device, prepared, isUrgent: isUrgent(method) },
      expiresAt: Infinity
    })
  );
  signal.removeEventListener('abort', drop);
  return result;
}
