import { isSame } from '#shared/changes';
import { Emitter } from '#shared/emitter';
import type { Params } from '#shared/home';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { layoutChanges, mergeLayout } from '#shared/layout-changes';
import type { ClientFailure } from '../proxy/failure';
import type { HomeProxy } from '../proxy/home-proxy';
import type { LayoutEdit } from './layout-edits';

/** The services that the layout depends on. */
export interface LayoutDeps {
  readonly link: { readonly isLive: boolean };
  readonly proxy: Pick<HomeProxy, 'call'>;
}

/** A change that the proxy has not confirmed. */
interface Pending {
  readonly edit: LayoutEdit;
  readonly settle: (isHeld: boolean) => void;
}

/** The layout before a change that this screen made. */
interface Step {
  readonly before: Layout;
}

/** Changes that are being sent, and whether the proxy has sent them back meanwhile. */
interface Sending {
  readonly changes: Params;
  isConfirmed: boolean;
}

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'the link is not live' };
/** The maximum number of changes that can be undone. */
const MAX_UNDO_STEPS = 20;

/**
 * The household's layout. A change is shown at once. Only what it changes is sent, and the proxy merges it, so that
 * screens can change different things at once. A rejected change is reverted. There is no queue: without a live link a
 * change fails. What the devices were when it was chosen is not sent: the proxy alone knows.
 */
export class LayoutState {
  readonly #deps: LayoutDeps;
  readonly #emitter = new Emitter<Layout>();
  /** Calls the listener with each new layout that the proxy has confirmed; returns a function that removes it. */
  readonly subscribe = this.#emitter.subscribe;
  #confirmed = $state.raw(EMPTY_LAYOUT);
  /** Oldest first. They are applied on top of the confirmed layout. */
  #pending = $state.raw<readonly Pending[]>([]);
  #failure = $state.raw<ClientFailure | null>(null);
  /** Oldest first, including changes that are still being sent. */
  #past = $state.raw<readonly Step[]>([]);
  readonly #current = $derived(this.#pending.reduce((layout, { edit }) => edit(layout), this.#confirmed));
  #sending: Sending | null = null;
  /** How often the steps were dropped. An undo that fails after that does not bring its step back. */
  #drops = 0;

  constructor(deps: LayoutDeps) {
    this.#deps = deps;
  }

  /** The layout to show: the confirmed one with the pending changes applied. */
  get current(): Layout {
    return this.#current;
  }

  /** The layout as the proxy has it. */
  get confirmed(): Layout {
    return this.#confirmed;
  }

  /** Why the last change failed; null if it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Whether a change of this screen can be undone. */
  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** The layout that an undo restores, to be cached; null if there is none, or a change is not confirmed yet. */
  get before(): Layout | null {
    return isSameChosen(this.#current, this.#confirmed) ? (this.#past.at(-1)?.before ?? null) : null;
  }

  /** Restores the cached layout of an earlier visit, and the one before its last change if that can be undone. */
  restore(layout: Layout, before: Layout | null): void {
    this.#confirmed = layout;
    this.#past = before ? [{ before }] : [];
  }

  /** Applies a layout that the proxy has sent. If another screen has changed it, nothing before it can be undone. */
  receive(layout: Layout): void {
    const { changes = {} } = this.#sending ?? {};
    if (this.#sending && isSame(layout, mergeLayout(layout, changes))) this.#sending.isConfirmed = true;
    const expected = [this.#confirmed, mergeLayout(this.#confirmed, changes)];
    if (!expected.some((each) => isSameChosen(layout, each))) this.#dropSteps();
    this.#confirm(layout);
  }

  /** Makes a change. Resolves to whether the proxy accepted it; `failure` has the reason if not. */
  async change(edit: LayoutEdit): Promise<boolean> {
    const step: Step = { before: this.#current };
    this.#past = [...this.#past, step].slice(-MAX_UNDO_STEPS);
    const isHeld = await this.#apply(edit);
    if (!isHeld) this.#removeStep(step);
    return isHeld;
  }

  /** Undoes this screen's last change, if no other screen has changed the layout since. Resolves like `change`. */
  async undo(): Promise<boolean> {
    const step = this.#past.at(-1);
    if (!step) return false;
    this.#removeStep(step);
    const drops = this.#drops;
    const changes = layoutChanges(this.#current, step.before);
    const isHeld = await this.#apply((layout) => mergeLayout(layout, changes));
    if (!isHeld && drops === this.#drops) this.#past = [...this.#past, step];
    return isHeld;
  }

  /** Clears the failure. */
  dismissFailure(): void {
    this.#failure = null;
  }

  /** Clears all state. A request in flight is not cancelled. */
  clear(): void {
    for (const { settle } of this.#pending) settle(false);
    this.#confirmed = EMPTY_LAYOUT;
    this.#pending = [];
    this.#dropSteps();
    this.#failure = null;
    this.#sending = null;
  }

  #confirm(layout: Layout): void {
    if (isSame(layout, this.#confirmed)) return;
    this.#confirmed = layout;
    this.#emitter.emit(layout);
  }

  #dropSteps(): void {
    this.#past = [];
    this.#drops += 1;
  }

  #removeStep(step: Step): void {
    this.#past = this.#past.filter((each) => each !== step);
  }

  #apply(edit: LayoutEdit): Promise<boolean> {
    this.#failure = this.#deps.link.isLive ? null : NOT_LIVE;
    if (this.#failure) return Promise.resolve(false);
    return new Promise((settle) => {
      this.#pending = [...this.#pending, { edit, settle }];
      if (!this.#sending) void this.#send();
    });
  }

  /** Sends the changes of one moment at a time. Changes made meanwhile go with the next ones. */
  async #send(): Promise<void> {
    const sent = this.#pending;
    const sending = { changes: layoutChanges(this.#confirmed, this.#current), isConfirmed: false };
    this.#sending = sending;
    const result = await this.#deps.proxy.call('PUT /api/controllers/:id/layout', {
      body: sending.changes
    });
    if (this.#sending !== sending) return;
    this.#sending = null;
    // If the proxy has already sent it back, a later layout of another screen may have followed: the last one received
    // applies.
    if (result.ok && !sending.isConfirmed) this.#confirm(mergeLayout(this.#confirmed, sending.changes));
    if (!result.ok) this.#failure = result.error;
    this.#pending = this.#pending.slice(sent.length);
    for (const { settle } of sent) settle(result.ok);
    if (this.#pending.length > 0) void this.#send();
  }
}

/** Whether two layouts are the same in all that a household chooses. What the devices are is added by the proxy. */
function isSameChosen({ models: _, ...one }: Layout, { models: __, ...other }: Layout): boolean {
  return isSame(one, other);
}
