import type { Clock } from '$lib/state/clock';
import type { Commands } from '$lib/state/commands/commands.svelte';
import type { Device } from '#shared/home';
import { isDone, isFinal, outcomeOf, type Outcome } from './outcome';
import { planLightsBack, type BulkActionPlan, type BulkActionStep } from './plan';

/** Milliseconds between two commands: a radio carries no more than ten a second. */
const SEND_INTERVAL_MS = 100;
/** How many unanswered commands a slow radio is left with before the next one is sent. */
const MAX_UNANSWERED = 10;
/** A turn that comes so many ms late was slept through: what nobody waits for any more is not sent. */
const MAX_DELAY_MS = 3000;
/** Milliseconds after the last command in which a round can be undone. */
const UNDO_WINDOW_MS = 5000;

/** Whom a round deals with. */
export interface BulkActionDeps {
  readonly commands: Pick<Commands, 'send' | 'of'>;
  /** A device as it is confirmed now. */
  readonly find: (id: number) => Device | undefined;
  /** Whether this is still the home, and the user, that the round was for. */
  readonly isOurs: () => boolean;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** A step and what became of it. */
export interface BulkActionEntry {
  readonly step: BulkActionStep;
  readonly outcome: Outcome;
}

/**
 * One command to each of several devices, one after another at a pace that a radio can carry, and what truly became of each. It goes
 * on while people look at other pages of the app, in sight all the time. Nothing of it outlives the app, the sign-in, or a
 * sleep of the screen: what has not been sent by then never is, and its entry says so.
 */
export class BulkAction {
  readonly plan: BulkActionPlan;
  readonly #partners: BulkActionDeps;
  /** How many steps have had their turn. */
  #turned = $state.raw(0);
  /** What is certain, by the device's id. It stays so, whatever is done with the device later. */
  #settled = $state.raw<Readonly<Record<number, Outcome>>>({});
  #isUndoable = $state.raw(false);
  #dueAt = 0;
  #stopTimer: (() => void) | null = null;
  #stopSettling: (() => void) | null = null;
  readonly #entries = $derived.by(() => this.plan.steps.map((step, at) => this.#entryOf(step, at)));

  constructor(plan: BulkActionPlan, partners: BulkActionDeps) {
    this.plan = plan;
    this.#partners = partners;
  }

  get entries(): readonly BulkActionEntry[] {
    return this.#entries;
  }

  /** Whether some commands are still to be sent. */
  get isSending(): boolean {
    return this.#turned < this.plan.steps.length;
  }

  /** Whether it can be undone: from its beginning until 5 s after its last command. */
  get isUndoable(): boolean {
    return this.#isUndoable;
  }

  /** Begins to send. */
  start(): void {
    this.#isUndoable = this.plan.kind === 'lights-off';
    this.#dueAt = this.#partners.clock.now();
    this.#stopSettling = $effect.root(() => {
      $effect(() => this.#settle());
    });
    this.#next();
  }

  /** Sends nothing more, and leaves no timer. */
  stop(): void {
    this.#drop();
    this.#isUndoable = false;
    this.#stopSettling?.();
  }

  /** Sends a step's command again, whatever became of it. */
  retry({ device, call }: BulkActionStep): void {
    const current = this.#partners.find(device.id);
    if (!current?.alive || !this.#partners.isOurs()) return;
    this.#partners.commands.send(current, call);
    this.#forget(device.id);
  }

  /** The round that takes this one back: for what was put out, or may have been, and nobody has touched since. */
  undoPlan(): BulkActionPlan {
    const touched = this.#entries.filter(({ outcome: { state } }) =>
      ['underWay', 'confirmed', 'unconfirmed'].includes(state)
    );
    return planLightsBack(
      touched.map(({ step }) => step),
      this.plan.scope
    );
  }

  #entryOf(step: BulkActionStep, at: number): BulkActionEntry {
    const { id } = step.device;
    const settled = this.#settled[id];
    if (settled) return { step, outcome: settled };
    if (at >= this.#turned) return { step, outcome: { state: 'waiting' } };
    const { find, commands } = this.#partners;
    return { step, outcome: outcomeOf(step, find(id), commands.of(id)) };
  }

  /** What became certain is kept: a lamp that is switched on again was out all the same. */
  #settle(): void {
    const certain = this.#entries.filter(
      ({ step, outcome }) => isFinal(outcome) && !this.#settled[step.device.id]
    );
    if (certain.length === 0) return;
    this.#settled = {
      ...this.#settled,
      ...Object.fromEntries(certain.map(({ step, outcome }) => [step.device.id, outcome]))
    };
  }

  #put(id: number, outcome: Outcome): void {
    this.#settled = { ...this.#settled, [id]: outcome };
  }

  #forget(id: number): void {
    const { [id]: _, ...others } = this.#settled;
    this.#settled = others;
  }

  /** Gives the next step its turn, and comes back for the one after it. A stop never waits. */
  #next(): void {
    const { clock, isOurs } = this.#partners;
    if (!isOurs() || Math.abs(clock.now() - this.#dueAt) > MAX_DELAY_MS) this.#drop();
    const isHasty = this.plan.kind === 'shutters-stop';
    do {
      const step = this.plan.steps[this.#turned];
      if (!step) {
        this.#end();
        return;
      }
      if (isHasty || this.#unanswered() < MAX_UNANSWERED) this.#take(step);
    } while (isHasty);
    this.#dueAt = clock.now() + SEND_INTERVAL_MS;
    this.#stopTimer = clock.after(SEND_INTERVAL_MS, () => this.#next());
  }

  /** Much may have happened since the plan: what is as it should be, or out of reach by now, is sent nothing. */
  #take({ device: { id }, call }: BulkActionStep): void {
    const { find, commands } = this.#partners;
    const device = find(id);
    this.#turned += 1;
    if (!device) this.#put(id, { state: 'gone' });
    else if (!device.alive) this.#put(id, { state: 'dead' });
    else if (isDone(call, device) && commands.of(id).length === 0) this.#put(id, { state: 'confirmed' });
    else commands.send(device, call);
  }

  /** Sends nothing more; what has not had its turn is told to be so. */
  #drop(): void {
    this.#stopTimer?.();
    const dropped = this.plan.steps.slice(this.#turned);
    this.#turned = this.plan.steps.length;
    for (const { device } of dropped) this.#put(device.id, { state: 'dropped' });
  }

  #unanswered(): number {
    const ids = this.plan.steps.slice(0, this.#turned).map(({ device }) => device.id);
    return ids.flatMap((id) => this.#partners.commands.of(id)).filter(({ phase }) => phase === 'sending')
      .length;
  }

  #end(): void {
    if (this.#isUndoable)
      this.#stopTimer = this.#partners.clock.after(UNDO_WINDOW_MS, () => (this.#isUndoable = false));
  }
}
