import type { App } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/state/commands/commands-of';
import { asksFirst, type RoundPlan } from './plan';
import { Round } from './bulk-action.svelte';
import { roundPlaceOf } from './bulk-action-slot.svelte';

/** The one way for pages to begin a round: what must be asked first is asked, whichever path led to it. */
export function propose(app: App, plan: RoundPlan): void {
  if (plan.steps.length === 0) return;
  if (asksFirst(plan)) roundPlaceOf(app).asked = plan;
  else begin(app, plan);
}

/** The answer to the question was yes. */
export function agree(app: App): void {
  const { asked } = roundPlaceOf(app);
  refuse(app);
  if (asked) begin(app, asked);
}

/** The answer to the question was no. */
export function refuse(app: App): void {
  roundPlaceOf(app).asked = null;
}

/** Takes the round in sight back, as far as it can be. */
export function undo(app: App): void {
  const { current } = roundPlaceOf(app);
  if (!current?.isUndoable) return;
  const plan = current.undoing();
  if (plan.steps.length > 0) begin(app, plan);
  else putAway(app);
}

/** Puts the round in sight away; nothing more of it is sent. */
export function putAway(app: App): void {
  roundPlaceOf(app).current = null;
}

/** A round takes the place of the one before. */
function begin(app: App, plan: RoundPlan): void {
  const place = roundPlaceOf(app);
  const { owner } = place;
  const round = new Round(plan, {
    commands: commandsOf(app),
    find: (id) => app.home.device(id),
    isOurs: () => owner !== null && owner === place.owner,
    clock: app.environment.clock
  });
  place.current = round;
  round.start();
}
