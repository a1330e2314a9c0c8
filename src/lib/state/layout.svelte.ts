import { isSame } from '#shared/changes';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import type { ClientFailure } from './failure';
import type { LayoutEdit } from './layout-edits';
import type { Link } from './link.svelte';
import type { ProxyClient } from './proxy-client';
import type { SessionState } from './session.svelte';
import { Watchers } from './watchers';

/** Whom the layout deals with. */
export interface LayoutPartners {
  readonly link: Pick<Link, 'isLive'>;
  readonly proxy: Pick<ProxyClient, 'putLayout'>;
  readonly session: Pick<SessionState, 'who'>;
}

/** A layout on its way to the proxy, and whether the proxy has told it meanwhile. */
interface Sending {
  readonly layout: Layout;
  isTold: boolean;
}

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'there is no live link to send it by' };

/**
 * What the household made of its home. A change shows at once and is sent as the whole layout; the last writer wins. What the proxy
 * refuses is taken back. Nothing is queued for later: without a live link a change is refused.
 */
export class LayoutState {
  readonly #partners: LayoutPartners;
  readonly #watchers = new Watchers<Layout>();
  #confirmed = $state.raw(EMPTY_LAYOUT);
  /** Changes that the proxy has not confirmed, oldest first; they lie over whatever it tells. */
  #edits = $state.raw<readonly LayoutEdit[]>([]);
  #failure = $state.raw<ClientFailure | null>(null);
  readonly #current = $derived(this.#edits.reduce((layout, edit) => edit(layout), this.#confirmed));
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

  /** Tells of each layout that the proxy has confirmed and that is new here. */
  watch(watcher: (layout: Layout) => void): () => void {
    return this.#watchers.add(watcher);
  }

  /** Takes up the layout that an earlier visit left. */
  recall(layout: Layout): void {
    this.#confirmed = layout;
  }

  /** Takes in the layout as the proxy tells it. */
  take(layout: Layout): void {
    if (this.#sending && isSame(layout, this.#sending.layout)) this.#sending.isTold = true;
    if (isSame(layout, this.#confirmed)) return;
    this.#confirmed = layout;
    this.#watchers.tell(layout);
  }

  /** Makes a change, and sends it once those before it are through. Whether it held shows in `current` and `failure`. */
  change(edit: LayoutEdit): void {
    const { link, session } = this.#partners;
    if (!link.isLive || !session.who) {
      this.#failure = NOT_LIVE;
      return;
    }
    this.#failure = null;
    this.#edits = [...this.#edits, edit];
    if (!this.#sending) void this.#send(session.who.controller.id);
  }

  /** Puts the failure out of sight. */
  dismissFailure(): void {
    this.#failure = null;
  }

  /** Forgets everything; what is being sent is left to its fate. */
  clear(): void {
    this.#confirmed = EMPTY_LAYOUT;
    this.#edits = [];
    this.#failure = null;
    this.#sending = null;
  }

  /** One at a time, so that the last one sent is the last one kept. What was changed meanwhile goes with the next. */
  async #send(controller: string): Promise<void> {
    const count = this.#edits.length;
    const sending: Sending = { layout: this.#current, isTold: false };
    this.#sending = sending;
    const result = await this.#partners.proxy.putLayout(controller, sending.layout);
    if (this.#sending !== sending) return;
    this.#sending = null;
    // Told meanwhile, and perhaps another screen's after it: what was told last holds.
    if (result.ok && !sending.isTold) this.take(sending.layout);
    if (!result.ok) this.#failure = result.error;
    this.#edits = this.#edits.slice(count);
    if (this.#edits.length > 0) void this.#send(controller);
  }
}
