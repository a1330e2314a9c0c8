import type { App } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/state/commands/commands-of';
import { needsConfirmation, type BulkActionPlan } from './plan';
import { BulkAction } from './bulk-action.svelte';
import { bulkActionSlotOf } from './bulk-action-slot.svelte';

/** The one way for pages to begin a round: what must be asked first is asked, whichever path led to it. */
export function requestBulkAction(app: App, plan: BulkActionPlan): void {
  if (plan.steps.length === 0) return;
  if (needsConfirmation(plan)) bulkActionSlotOf(app).requested = plan;
  else begin(app, plan);
}

/** The answer to the question was yes. */
export function confirmBulkAction(app: App): void {
  const { requested } = bulkActionSlotOf(app);
  cancelBulkAction(app);
  if (requested) begin(app, requested);
}

/** The answer to the question was no. */
export function cancelBulkAction(app: App): void {
  bulkActionSlotOf(app).requested = null;
}

/** Takes the round in sight back, as far as it can be. */
export function undoBulkAction(app: App): void {
  const { current } = bulkActionSlotOf(app);
  if (!current?.isUndoable) return;
  const plan = current.undoPlan();
  if (plan.steps.length > 0) begin(app, plan);
  else dismissBulkAction(app);
}

/** Puts the round in sight away; nothing more of it is sent. */
export function dismissBulkAction(app: App): void {
  bulkActionSlotOf(app).current = null;
}

/** A round takes the place of the one before. */
function begin(app: App, plan: BulkActionPlan): void {
  const slot = bulkActionSlotOf(app);
  const { owner } = slot;
  const action = new BulkAction(plan, {
    commands: commandsOf(app),
    find: (id) => app.home.device(id),
    isOurs: () => owner !== null && owner === slot.owner,
    clock: app.environment.clock
  });
  slot.current = action;
  action.start();
}
