import type { App } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/state/commands/commands-of';
import { needsConfirmation, type BulkActionPlan } from './plan';
import { BulkAction } from './bulk-action.svelte';
import { bulkActionSlotOf } from './bulk-action-slot.svelte';

/** Starts a bulk action, or requests its confirmation first. Pages start bulk actions only through this function. */
export function requestBulkAction(app: App, plan: BulkActionPlan): void {
  if (plan.steps.length === 0) return;
  if (needsConfirmation(plan)) bulkActionSlotOf(app).requested = plan;
  else begin(app, plan);
}

/** Starts the bulk action that waits for confirmation. */
export function confirmBulkAction(app: App): void {
  const { requested } = bulkActionSlotOf(app);
  cancelBulkAction(app);
  if (requested) begin(app, requested);
}

/** Cancels the bulk action that waits for confirmation. */
export function cancelBulkAction(app: App): void {
  bulkActionSlotOf(app).requested = null;
}

/** Undoes the current bulk action, as far as possible. */
export function undoBulkAction(app: App): void {
  const { current } = bulkActionSlotOf(app);
  if (!current?.isUndoable) return;
  const plan = current.undoPlan();
  if (plan.steps.length > 0) begin(app, plan);
  else dismissBulkAction(app);
}

/** Dismisses the current bulk action. It sends no more commands. */
export function dismissBulkAction(app: App): void {
  bulkActionSlotOf(app).current = null;
}

/** Replaces the current bulk action. */
function begin(app: App, plan: BulkActionPlan): void {
  const slot = bulkActionSlotOf(app);
  const { owner } = slot;
  const action = new BulkAction(plan, {
    commands: commandsOf(app),
    find: (id) => app.home.device(id),
    isSameUser: () => owner !== null && owner === slot.owner,
    clock: app.environment.clock
  });
  slot.current = action;
  action.start();
}
