import { isSame } from '#shared/changes';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import type { ClientFailure } from '../connection/failure';
import type { LayoutEdit } from './layout-edits';
import type { ProxyClient } from '../connection/proxy-client';
import type { SessionState } from '../session/session.svelte';
import { Emitter } from '#shared/emitter';

/** Whom the layout deals with. */
export interface LayoutPartners {
  readonly link: { readonly isLive: boolean };
  readonly proxy: Pick<ProxyClient, 'putLayout'>;
  readonly session: Pick<SessionState, 'current'>;
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

/** A layout on its way to the proxy, and whether the proxy has told it meanwhile. */
interface Sending {
  readonly layout: Layout;
  isTold: boolean;
}

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'there is no live link to send it by' };
/** How many changes can be taken back. */
const MAX_UNDO_STEPS = 20;

/**
 * What the household made of its home. A change shows at once and is sent as the whole layout; the last writer wins, but for what a
 * layout does not name: that stays as the proxy has it. What the proxy refuses is taken back. Nothing is queued for later: without a live link a change is refused.
 */
export class LayoutState {
  readonly #partners: LayoutPartners;
  readonly #emitter = new Emitter<Layout>();
  #confirmed = $state.raw(EMPTY_LAYOUT);
  /** Oldest first; they lie over whatever the proxy tells. */
  #pending = $state.raw<readonly Pending[]>([]);
  #failure = $state.raw<ClientFailure | null>(null);
  /** Oldest first, with those that are still on their way. */
  #past = $state.raw<readonly Step[]>([]);
  readonly #current = $derived(this.#pending.reduce((layout, { edit }) => edit(layout), this.#confirmed));
  #sending: Sending | null = null;

  constructor(partners: LayoutPartners) {
    this.#partners = partners;
  }

  /** The layout as it is shown: with every change that is still on its way. */
  get current(): Layout {
    return this.#current;
  }

  /** Why the last change came to nothing; null where it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Whether there is a change of this screen to take back. */
  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Tells of each layout that the proxy has confirmed and that is new here. */
  subscribe(listener: (layout: Layout) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Takes up the layout that an earlier visit left. */
  recall(layout: Layout): void {
    this.#confirmed = layout;
  }

  /** Takes in the layout as the proxy tells it. */
  take(layout: Layout): void {
    if (this.#sending && isSame(layout, { ...layout, ...this.#sending.layout })) this.#sending.isTold = true;
    if (isSame(layout, this.#confirmed)) return;
    this.#confirmed = layout;
    this.#emitter.emit(layout);
  }

  /** Makes a change; resolves with whether it held. Why it did not is in `failure`. */
  async change(edit: LayoutEdit): Promise<boolean> {
    const step: Step = { before: this.#current };
    this.#past = [...this.#past, step].slice(-MAX_UNDO_STEPS);
    const isHeld = await this.#make(edit);
    if (!isHeld) this.#forget(step);
    return isHeld;
  }

  /** Takes this screen's last change back, and whatever other screens have made since; resolves as `change` does. */
  async undo(): Promise<boolean> {
    const step = this.#past.at(-1);
    if (!step) return false;
    this.#forget(step);
    const isHeld = await this.#make(() => step.before);
    if (!isHeld) this.#past = [...this.#past, step];
    return isHeld;
  }

  /** Puts the failure out of sight. */
  dismissFailure(): void {
    this.#failure = null;
  }

  /** Forgets everything; what is being sent is left to its fate. */
  clear(): void {
    for (const { settle } of this.#pending) settle(false);
    this.#confirmed = EMPTY_LAYOUT;
    this.#pending = [];
    this.#past = [];
    this.#failure = null;
    this.#sending = null;
  }

  #forget(step: Step): void {
    this.#past = this.#past.filter((each) => each !== step);
  }

  #make(edit: LayoutEdit): Promise<boolean> {
    const { link, session } = this.#partners;
    const controller = session.current?.controller.id;
    this.#failure = link.isLive && controller !== undefined ? null : NOT_LIVE;
    if (controller === undefined || this.#failure) return Promise.resolve(false);
    return new Promise((settle) => {
      this.#pending = [...this.#pending, { edit, settle }];
      if (!this.#sending) void this.#send(controller);
    });
  }

  /** One at a time, so that the last one sent is the last one kept. What was changed meanwhile goes with the next. */
  async #send(controller: string): Promise<void> {
    const carried = this.#pending;
    const sending: Sending = { layout: this.#current, isTold: false };
    this.#sending = sending;
    const result = await this.#partners.proxy.putLayout(controller, sending.layout);
    if (this.#sending !== sending) return;
    this.#sending = null;
    // Told meanwhile, and perhaps another screen's after it: what was told last holds.
    if (result.ok && !sending.isTold) this.take({ ...this.#confirmed, ...sending.layout });
    if (!result.ok) this.#failure = result.error;
    this.#pending = this.#pending.slice(carried.length);
    for (const { settle } of carried) settle(result.ok);
    if (this.#pending.length > 0) void this.#send(controller);
  }
}
