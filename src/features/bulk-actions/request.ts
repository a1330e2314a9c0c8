import {
  LIGHTS_OFF,
  MAX_BATCH_COMMANDS,
  UNREPORTED,
  type CommandBatch
} from '#shared/commands/command-entry';
import { isModelOf } from '#shared/model';
import type { Scene } from '#shared/scenes';
import { askFirst, askToAct, hintFor } from '$features/device/ask-first';
import { BulkActions, type BegunBatch } from '$features/view-models/bulk-actions.svelte';
import { t } from '$lib/i18n/i18n.svelte';
import type { PostedBatch } from '$lib/state/commands/command-view';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { confirmationOf } from './bulk-action-labels';
import type { BulkAction } from './bulk-action.svelte';
import { LEAVING, needsConfirmation, planStop, stepTo, type BulkActionPlan } from './plan';
import { setsText } from './sensitive-text';
import { sensitiveOfBatch } from './undoable';

/**
 * Starts a bulk action, or requests its confirmation first, as it also does for a device that asks first. Pages start bulk actions only
 * through this function.
 * @param isAsked its page has asked already
 */
export function requestBulkAction(home: OpenHome, plan: BulkActionPlan, isAsked = false): void {
  if (plan.steps.length === 0) return;
  const run = () => begin(home, plan);
  if (!isAsked && needsConfirmation(plan))
    home.service(BulkActions).question = { words: () => confirmationOf(home, plan), run };
  else askFirst(home, callsOf(plan), run);
}

/** Starts the action that waits for confirmation. */
export function confirm(home: OpenHome): void {
  const slot = home.service(BulkActions);
  const { question } = slot;
  slot.question = null;
  question?.run();
}

/** Runs a scene at once, and shows its report. `wasSet`: whether all its devices are as it wants them. */
export function runScene(home: OpenHome, scene: string, wasSet: boolean): void {
  follow(
    home,
    { what: 'scene', scope: null, calls: [], scene, wasSet },
    home.service(HomeCommands).order({ scene })
  );
}

/** Runs a scene that is not saved, as `runScene` does: its devices that are there, and do not only show their state. */
export function tryScene(
  home: OpenHome,
  { name, commands }: Pick<Scene, 'name' | 'commands'>,
  wasSet: boolean
): void {
  const steps = commands.flatMap(({ device: id, method, params, model }) => {
    const device = home.state.device(id);
    return device && isModelOf(model, home.state.reportedDevice(id))
      ? stepTo(device, { method, params })
      : [];
  });
  const label = { what: 'scene', name };
  const posted = home.service(HomeCommands).sendBatch(steps, label);
  follow(home, { ...label, scope: null, calls: callsOf({ steps }), wasSet }, posted);
}

/**
 * Undoes bulk actions of this page or another one, the newest first: the proxy restores the values that it noted, except for
 * devices that were used since. Only the proxy knows how an entrance, a siren or a valve was before, so Undo of one asks first.
 */
export function undoBulkAction(
  home: OpenHome,
  ...batches: readonly (Pick<CommandBatch, 'id'> & Partial<Pick<BegunBatch, 'what' | 'scope'>>)[]
): void {
  const run = () => {
    for (const { id, what, scope = null } of batches) {
      const label = what === LIGHTS_OFF ? { what: 'lights-back', scope } : { what: 'undo', scope: null };
      follow(
        home,
        { ...label, calls: [], undoes: id },
        home.service(HomeCommands).order({ undo: id }, labelOf(label))
      );
    }
  };
  const sensitive = [...new Set(batches.flatMap(({ id }) => sensitiveOfBatch(home, id)))];
  const words = () => ({
    title: t('app.undo'),
    text: `${setsText(home, sensitive, 'may')} ${hintFor(sensitive)}`,
    confirm: t('app.undo')
  });
  askToAct(home, sensitive, run, words);
}

/** Stops a bulk action: what is not sent is never sent, and shutters that move are stopped. */
export function stopBulkAction(home: OpenHome, action: BulkAction): void {
  home.service(HomeCommands).cancel(action.id);
  if (!isMovement(action)) return;
  const { steps } = planStop(action.sentDevices, null);
  if (steps.length > 0) begin(home, { kind: 'shutters-stop', scope: action.scope, steps });
}

/** Whether a bulk action moves shutters. */
export const isMovement = ({ what, sentDevices }: Pick<BulkAction, 'what' | 'sentDevices'>): boolean =>
  what === 'shutters-open' ||
  what === 'shutters-close' ||
  ((what === 'scene' || what === LEAVING) &&
    sentDevices.some(({ interfaces }) => interfaces.includes('Shutter')));

/** A plan with any scope that the wire allows. */
type PlanOf<Scope> = Omit<BulkActionPlan, 'scope'> & { readonly scope: Scope };

/** Posts a plan. A plan that is too long for one batch becomes several; the report is about the last one. */
function begin(home: OpenHome, { kind, scope, steps }: PlanOf<string | null>): void {
  const label = { what: kind, scope };
  for (let at = 0; at < steps.length; at += MAX_BATCH_COMMANDS) {
    const part = steps.slice(at, at + MAX_BATCH_COMMANDS);
    if (UNREPORTED.includes(kind)) {
      home.service(HomeCommands).sendBatch(part, labelOf(label));
      continue;
    }
    follow(
      home,
      { ...label, calls: callsOf({ steps: part }) },
      home.service(HomeCommands).sendBatch(part, labelOf(label))
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
function follow(
  home: OpenHome,
  batch: Omit<BegunBatch, 'id' | 'refusal'>,
  { id, refusal }: PostedBatch
): void {
  const slot = home.service(BulkActions);
  slot.begin({ ...batch, id, refusal: null });
  void refusal.then((failure) => failure && slot.refuse(id, failure));
}
