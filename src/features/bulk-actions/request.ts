import type { App } from '$lib/state/app.svelte';
import { askToOpen } from '$features/device/ask-to-open';
import { askFirst } from '$features/device/ask-first';
import { t } from '$lib/i18n/i18n.svelte';
import { commandsOf } from '$lib/state/commands/commands-of';
import type { PostedBatch } from '$lib/state/commands/command-view';
import { MAX_BATCH_COMMANDS, type CommandBatch } from '#shared/commands/command-entry';
import type { BulkAction } from './bulk-action.svelte';
import { confirmationOf, movesText } from './bulk-action-labels';
import { bulkActionsOf, type BegunBatch } from './bulk-actions.svelte';
import { entrancesOfBatch } from './undoable';
import { needsConfirmation, planStop, type BulkActionPlan } from './plan';

/** Starts a bulk action, or requests its confirmation first, as it also does for a device that asks first. Pages start bulk actions only through this function. */
export function requestBulkAction(app: App, plan: BulkActionPlan): void {
  if (plan.steps.length === 0) return;
  const run = () => begin(app, plan);
  if (needsConfirmation(plan)) bulkActionsOf(app).question = { words: () => confirmationOf(app, plan), run };
  else askFirst(app, callsOf(plan), run);
}

/** Starts the action that waits for confirmation. */
export function confirm(app: App): void {
  const { question } = bulkActionsOf(app);
  cancelQuestion(app);
  question?.run();
}

/** Cancels the action that waits for confirmation. */
export function cancelQuestion(app: App): void {
  bulkActionsOf(app).question = null;
}

/** Runs a scene at once, and shows its report. `wasSet`: whether all its devices are as it wants them. */
export function runScene(app: App, scene: string, wasSet: boolean): void {
  follow(app, { what: 'scene', scope: null, calls: [], scene, wasSet }, commandsOf(app).order({ scene }));
}

/**
 * Undoes a bulk action of this page or another one: the proxy restores the values that it noted, except for devices that
 * were used since. Only the proxy knows where an entrance was before, so Undo of one asks first.
 */
export function undoBulkAction(
  app: App,
  { id, what, scope }: Pick<CommandBatch, 'id'> & Partial<Pick<BegunBatch, 'what' | 'scope'>>
): void {
  const label =
    what === 'lights-off' ? { what: 'lights-back', scope: scope ?? null } : { what: 'undo', scope: null };
  const run = () => follow(app, { ...label, calls: [] }, commandsOf(app).order({ undo: id }, labelOf(label)));
  const entrances = entrancesOfBatch(app, id);
  const words = () => ({
    title: t('app.undo'),
    text: `${movesText(app, entrances)} ${t('entrance.askHint')}`,
    confirm: t('app.undo')
  });
  askToOpen(app, entrances, run, words);
}

/** Stops a bulk action: what is not sent is never sent, and shutters that move are stopped. */
export function stopBulkAction(app: App, action: BulkAction): void {
  commandsOf(app).cancel(action.id);
  if (!isMovement(action)) return;
  const { steps } = planStop(action.sentDevices, null);
  if (steps.length > 0) begin(app, { kind: 'shutters-stop', scope: action.scope, steps });
}

/** Whether a bulk action moves shutters. */
export const isMovement = ({ what, sentDevices }: Pick<BulkAction, 'what' | 'sentDevices'>): boolean =>
  what === 'shutters-open' ||
  what === 'shutters-close' ||
  (what === 'scene' && sentDevices.some(({ interfaces }) => interfaces.includes('Shutter')));

/** Hides the report. The bulk action goes on. */
export function dismissBulkAction(app: App): void {
  bulkActionsOf(app).dismiss();
}

/** A plan with any scope that the wire allows. */
type PlanOf<Scope> = Omit<BulkActionPlan, 'scope'> & { readonly scope: Scope };

/** Kinds whose outcome the lamps and their room show themselves: no screen has a report of them. */
const UNREPORTED: readonly BulkActionPlan['kind'][] = ['lights-on', 'lights-dim'];

/** Posts a plan. A plan that is too long for one batch becomes several; the report is about the last one. */
function begin(app: App, { kind, scope, steps }: PlanOf<string | null>): void {
  const label = { what: kind, scope };
  for (let at = 0; at < steps.length; at += MAX_BATCH_COMMANDS) {
    const part = steps.slice(at, at + MAX_BATCH_COMMANDS);
    if (UNREPORTED.includes(kind)) {
      commandsOf(app).sendBatch(part);
      continue;
    }
    follow(
      app,
      { ...label, calls: callsOf({ steps: part }) },
      commandsOf(app).sendBatch(part, labelOf(label))
    );
  }
}

const callsOf = ({ steps }: Pick<BulkActionPlan, 'steps'>): BegunBatch['calls'] =>
  steps.map(({ device, call, isQuiet }) => ({ device: device.id, call, ...(isQuiet && { isQuiet }) }));

const labelOf = ({ what, scope }: Pick<BegunBatch, 'what' | 'scope'>) => ({
  what,
  ...(scope ? { scope } : {})
});

/** Shows the report of a batch that was posted, and why the proxy refuses it. */
function follow(app: App, batch: Omit<BegunBatch, 'id' | 'refusal'>, { id, refusal }: PostedBatch): void {
  const slot = bulkActionsOf(app);
  slot.begin({ ...batch, id, refusal: null });
  void refusal.then((failure) => failure && slot.refuse(id, failure));
}
