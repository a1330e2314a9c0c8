import type { CommandBatch } from '#shared/commands/command-entry';
import type { CommandCall } from '#shared/interfaces/interface';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientFailure } from '$lib/state/proxy/failure';

/** A bulk action that this page began. The proxy may not have named it yet. */
export interface BegunBatch {
  /** The batch's id at the proxy. */
  readonly id: string;
  /** Its code, as `what` of a `CommandBatch`. */
  readonly what: string;
  /** What it concerns, as in `CommandBatch`. */
  readonly scope: string | null;
  /** Its commands in their order. Empty for an undo, whose commands the proxy chooses. */
  readonly calls: readonly { readonly device: number; readonly call: CommandCall; readonly isQuiet?: true }[];
  /** The scene that it runs, and whether all its devices were as it wants them. */
  readonly scene?: string;
  /** The id of the batch that it undoes. */
  readonly undoes?: string;
  /** The name of a scene that is not saved. */
  readonly name?: string;
  readonly wasSet?: boolean;
  /** Why the proxy has refused it. */
  readonly refusal: ClientFailure | null;
}

/** The texts of a question before an action. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the button that starts it. */
  readonly confirm: string;
}

/** An action that waits for confirmation. */
export interface AskedAction {
  /** Reactive (language, home). */
  readonly words: () => Confirmation;
  readonly run: () => void;
}

/**
 * The action that waits for confirmation, and the bulk action whose report is shown: the newest one that was under way
 * since this page was opened, of this screen or of another. A service of the home: all pages share it.
 */
export class BulkActions {
  readonly #home: OpenHome;
  #question = $state.raw<AskedAction | null>(null);
  #begun = $state.raw<BegunBatch | null>(null);
  #dismissed = $state.raw<readonly string[]>([]);
  #retries = $state.raw<Readonly<Record<string, string>>>({});
  /** The id of the batch whose report is shown. Reactive. */
  readonly current: string | null = $derived.by(() => this.#choose());

  constructor(home: OpenHome) {
    this.#home = home;
  }

  /** The action that waits for confirmation. */
  get question(): AskedAction | null {
    return this.#question;
  }

  set question(question: AskedAction | null) {
    this.#question = question;
    if (question) this.#showHost();
  }

  /** The last bulk action that this page began. */
  get begun(): BegunBatch | null {
    return this.#begun;
  }

  /** The ids of the commands that repeat an entry, by the id of the entry. Reactive. */
  get retries(): Readonly<Record<string, string>> {
    return this.#retries;
  }

  /** Shows the report of a bulk action that this page begins. */
  begin(batch: BegunBatch): void {
    this.#begun = batch;
    this.#showHost();
  }

  /** Sets why the proxy has refused a bulk action of this page. */
  refuse(batch: string, refusal: ClientFailure): void {
    const { begun } = this;
    if (begun?.id === batch) this.#begun = { ...begun, refusal };
  }

  /** Follows the commands that repeat entries, by the id of the entry. */
  repeat(retries: Readonly<Record<string, string>>): void {
    this.#retries = { ...this.#retries, ...retries };
  }

  /** Hides the report, and those of older bulk actions that are not under way any more. */
  dismiss(): void {
    const { underWay } = this.#home.commandFeed.known;
    const over = [...this.#batches.keys()].filter((id) => !underWay.has(id));
    this.#dismissed = [...this.#dismissed, ...over, ...(this.current === null ? [] : [this.current])];
  }

  get #batches(): ReadonlyMap<string, CommandBatch> {
    return this.#home.commandFeed.known.batches;
  }

  #choose(): string | null {
    const { reported } = this.#home.commandFeed.known;
    const { begun } = this;
    if (begun && !this.#batches.has(begun.id) && !this.#dismissed.includes(begun.id)) return begun.id;
    let newest: CommandBatch | null = null;
    for (const batch of this.#batches.values()) {
      const isShown =
        !this.#dismissed.includes(batch.id) && (batch.id === begun?.id || reported.has(batch.id));
      if (isShown && (!newest || newest.at <= batch.at)) newest = batch;
    }
    return newest?.id ?? null;
  }

  /** From now on the dialog and the report may be needed. */
  #showHost(): void {
    this.#home.hasBulkAction.value = true;
  }
}
