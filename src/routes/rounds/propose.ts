import type { App } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/state/commands-of';
import { asksFirst, type RoundPlan } from './plan';
import { Round } from './round.svelte';
import { roundsOf } from './rounds.svelte';

/** The one way for pages to begin a round: what must be asked first is asked, whichever path led to it. */
export function propose(app: App, plan: RoundPlan): void {
  if (plan.steps.length === 0) return;
  if (asksFirst(plan)) roundsOf(app).ask(plan);
  else begin(app, plan);
}

/** The answer to the question was yes. */
export function agree(app: App): void {
  const rounds = roundsOf(app);
  const { asked } = rounds;
  rounds.answer();
  if (asked) begin(app, asked);
}

/** Takes the round in sight back, as far as it can be. */
export function undo(app: App): void {
  const { current } = roundsOf(app);
  if (!current?.isUndoable) return;
  const plan = current.undoing();
  if (plan.steps.length > 0) begin(app, plan);
  else roundsOf(app).close();
}

function begin(app: App, plan: RoundPlan): void {
  const rounds = roundsOf(app);
  const { owner } = rounds;
  rounds.begin(
    new Round(plan, {
      commands: commandsOf(app),
      find: (id) => app.home.device(id),
      isOurs: () => rounds.isOurs(owner),
      clock: app.environment.clock
    })
  );
}
