import type { Clock } from '#shared/clock';
import type { Commands } from '$lib/state/commands/commands.svelte';
import type { Device } from '#shared/home';
import { isDone, isFinal, outcomeOf, type Outcome } from './outcome';
import { planLightsBack, type BulkActionPlan, type BulkActionStep } from './plan';

/** Milliseconds between two commands: a radio carries no more than ten a second. */
const SEND_INTERVAL_MS = 100;
/** The maximum number of unanswered commands. At this number, the next one waits. */
const MAX_UNANSWERED = 10;
/** The maximum delay of a step in ms. A later step is not sent, since the device slept meanwhile. */
const MAX_DELAY_MS = 3000;
/** Milliseconds after the last command in which a bulk action can be undone. */
const UNDO_WINDOW_MS = 5000;

/** What a bulk action depends on. */
export interface BulkActionDeps {
  readonly commands: Pick<Commands, 'send' | 'of'>;
  /** A device with its confirmed values. */
  readonly find: (id: number) => Device | undefined;
  /** Whether the same home and user are still signed in. */
  readonly isSameUser: () => boolean;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** A step and its outcome. */
export interface BulkActionEntry {
  readonly step: BulkActionStep;
  readonly outcome: Outcome;
}

/**
 * Sends one command to each of several devices, one after another at a rate that the radio can carry, and follows the
 * outcome of each. It continues while the user opens other pages. It ends with the app, the session, or a sleep of the
 * device: steps that were not sent by then are never sent, and their outcome is `dropped`.
 */
export class BulkAction {
  readonly plan: BulkActionPlan;
  readonly #partners: BulkActionDeps;
  /** The number of processed steps. */
  #processed = $state.raw(0);
  /** Final outcomes by device id. Later commands to the device do not change them. */
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

  /** Whether there are commands to send. */
  get isSending(): boolean {
    return this.#processed < this.plan.steps.length;
  }

  /** Whether it can be undone: from its start until 5 s after its last command. */
  get isUndoable(): boolean {
    return this.#isUndoable;
  }

  /** Starts sending. */
  start(): void {
    this.#isUndoable = this.plan.kind === 'lights-off';
    this.#dueAt = this.#partners.clock.now();
    this.#stopSettling = $effect.root(() => {
      $effect(() => this.#settle());
    });
    this.#next();
  }

  /** Stops sending, and all timers. */
  stop(): void {
    this.#drop();
    this.#isUndoable = false;
    this.#stopSettling?.();
  }

  /** Sends a step's command again. */
  retry({ device, call }: BulkActionStep): void {
    const current = this.#partners.find(device.id);
    if (!current?.alive || !this.#partners.isSameUser()) return;
    this.#partners.commands.send(current, call);
    this.#removeOutcome(device.id);
  }

  /**
   * Returns the plan that undoes this bulk action. It contains lights that were switched off, or may have been, and
   * that were not used since.
   */
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
    if (at >= this.#processed) return { step, outcome: { state: 'waiting' } };
    const { find, commands } = this.#partners;
    return { step, outcome: outcomeOf(step, find(id), commands.of(id)) };
  }

  /** Stores final outcomes: a lamp that is switched on again later was still switched off by this bulk action. */
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

  #setOutcome(id: number, outcome: Outcome): void {
    this.#settled = { ...this.#settled, [id]: outcome };
  }

  #removeOutcome(id: number): void {
    const { [id]: _, ...others } = this.#settled;
    this.#settled = others;
  }

  /** Processes the next step and schedules the one after it. Stop commands are sent without delay. */
  #next(): void {
    const { clock, isSameUser } = this.#partners;
    if (!isSameUser() || Math.abs(clock.now() - this.#dueAt) > MAX_DELAY_MS) this.#drop();
    const isImmediate = this.plan.kind === 'shutters-stop';
    do {
      const step = this.plan.steps[this.#processed];
      if (!step) {
        this.#end();
        return;
      }
      if (isImmediate || this.#unanswered() < MAX_UNANSWERED) this.#process(step);
    } while (isImmediate);
    this.#dueAt = clock.now() + SEND_INTERVAL_MS;
    this.#stopTimer = clock.after(SEND_INTERVAL_MS, () => this.#next());
  }

  /** Sends a step's command. A device that is already in the wanted state, dead or removed is skipped. */
  #process({ device: { id }, call }: BulkActionStep): void {
    const { find, commands } = this.#partners;
    const device = find(id);
    this.#processed += 1;
    if (!device) this.#setOutcome(id, { state: 'gone' });
    else if (!device.alive) this.#setOutcome(id, { state: 'dead' });
    else if (isDone(call, device) && commands.of(id).length === 0)
      this.#setOutcome(id, { state: 'confirmed' });
    else commands.send(device, call);
  }

  /** Stops sending. The remaining steps end as `dropped`. */
  #drop(): void {
    this.#stopTimer?.();
    const dropped = this.plan.steps.slice(this.#processed);
    this.#processed = this.plan.steps.length;
    for (const { device } of dropped) this.#setOutcome(device.id, { state: 'dropped' });
  }

  #unanswered(): number {
    const ids = this.plan.steps.slice(0, this.#processed).map(({ device }) => device.id);
    return ids.flatMap((id) => this.#partners.commands.of(id)).filter(({ phase }) => phase === 'sending')
      .length;
  }

  #end(): void {
    if (this.#isUndoable)
      this.#stopTimer = this.#partners.clock.after(UNDO_WINDOW_MS, () => (this.#isUndoable = false));
  }
}
