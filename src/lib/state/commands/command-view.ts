import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import type { CommandFeed } from '../connection/command-feed';
import type { Link } from '../connection/link.svelte';
import type { HomeState } from '../home/home.svelte';
import type { ClientFailure } from '../proxy/failure';
import type { HomeProxy } from '../proxy/home-proxy';
import type { SessionState } from '../session/session.svelte';
import type { CommandPhase } from './shown-command';

/** A command as a tile shows it. It is a snapshot: each step makes a new one. */
export interface CommandView {
  /** The id of its entry at the proxy. */
  readonly id: string;
  /** While the proxy's messages do not arrive, a command under way is `unconfirmed` until the connection is back. */
  readonly phase: CommandPhase;
  /** Whether it has failed or is unconfirmed for good. */
  readonly isOver: boolean;
  readonly call: CommandCall;
  /** Whether its state is shown. A command that ends within 190 ms never is. */
  readonly isVisible: boolean;
  /** The name of the other screen that began it, if this screen may know. */
  readonly by?: string;
  /** Why it failed, or why it is unconfirmed. */
  readonly failure?: ClientFailure;
  /** Sends the same command again. */
  retry(): void;
  /** Removes an unconfirmed or failed command. */
  dismiss(): void;
}

/** A command for a device. */
export interface DeviceCall {
  readonly device: Device;
  readonly call: CommandCall;
  /** As in `CommandEntry`. */
  readonly isQuiet?: true;
}

/** What a batch is, so that each screen can word it. `what` is a code, as in `CommandBatch`. */
export interface BatchLabel {
  readonly what: string;
  /** As in `CommandBatch`. */
  readonly scope?: string;
}

/** A batch that was begun. */
export interface PostedBatch {
  readonly id: string;
  /** Resolves with the reason if the proxy refuses the batch; null if it takes it, or may have taken it. */
  readonly refusal: Promise<ClientFailure | null>;
}

/** The services that commands depend on. */
export interface CommandDeps {
  readonly state: HomeState;
  readonly link: Pick<Link, 'isLive' | 'isResuming' | 'isLinked' | 'send' | 'subscribe'>;
  readonly proxy: Pick<HomeProxy, 'readDevice'>;
  readonly session: Pick<SessionState, 'current'>;
  readonly commandFeed: CommandFeed;
}
