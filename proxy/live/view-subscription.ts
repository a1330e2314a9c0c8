import { isSame } from '#shared/changes';
import { limitLayout } from '../access/rights';
import type { Screen } from '../access/screens/screen';
import type { Layouts } from '../layouts/layouts';
import { encode } from './home-text';
import type { LiveSocket } from './socket';
import { UnseenMessages, type ActivityNews } from './unseen-messages';
import type { View } from './views';
import type { WatcherRegistry } from './watcher-registry';

/** What is in sight of a connection comes from here. */
export interface ViewSubscriptionParts {
  readonly watchers: WatcherRegistry;
  readonly layouts: Layouts;
  readonly activity: ActivityNews;
}

/** What one connection looks at: the view that its screen's rights give it, which is another when those are changed. */
export class ViewSubscription {
  readonly #socket: LiveSocket;
  readonly #parts: ViewSubscriptionParts;
  #screen: Screen;
  #view: View;
  /** Undefined before the connection's first messages. */
  #unseen: UnseenMessages | undefined;
  #leave: () => void;

  constructor(socket: LiveSocket, screen: Screen, parts: ViewSubscriptionParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#screen = screen;
    [this.#view, this.#leave] = this.#lease();
  }

  get screen() {
    return this.#screen;
  }

  /** Tells the home from the revision that the screen holds, then what else it needs to know, and whatever happens from then on. */
  begin(revision: string | undefined) {
    this.#socket.sendSecond(() => {
      this.#unseen = new UnseenMessages(this.#parts.activity, this.#screen.id);
      return [this.#layout(), encodeScreen(this.#screen), ...this.#unseen.due()];
    });
    this.#view.fanOut.add(this.#socket, revision);
  }

  /** The screen has another name, or other rights. What it may see now takes the place of what it saw, without a break. */
  change(screen: Screen) {
    const isSameView = isSame(this.#screen.rights.rooms, screen.rights.rooms);
    this.#screen = screen;
    this.#socket.send(encodeScreen(screen));
    this.sendActivity();
    if (isSameView) return;
    this.#leave();
    [this.#view, this.#leave] = this.#lease();
    this.#view.fanOut.add(this.#socket, undefined);
    this.#socket.send(this.#layout());
  }

  /** Tells what the screen has not seen of the household's activity, where that is not what it was told last. */
  sendActivity() {
    for (const message of this.#unseen?.due() ?? []) this.#socket.send(message);
  }

  /** Nobody looks any more. */
  end() {
    this.#leave();
  }

  /** What a layout may say of some rooms depends on what is there: it is told again with each whole home. */
  #lease(): [View, () => void] {
    const { controller, user, rights } = this.#screen;
    const { watched, release } = this.#parts.watchers.lease(controller, user);
    const { view, release: releaseView } = watched.views.lease(rights.rooms);
    const unsubscribe =
      view.rooms && view.home.subscribe({ ...IGNORED, onHome: () => this.#socket.send(this.#layout()) });
    return [
      view,
      () => {
        unsubscribe?.();
        view.fanOut.remove(this.#socket);
        releaseView();
        release();
      }
    ];
  }

  #layout(): Buffer {
    const { controller, user } = this.#screen;
    const { rooms, home } = this.#view;
    const layout = limitLayout(this.#parts.layouts.get(controller, user), rooms, home.journal.home);
    return encode({ type: 'layout', layout });
  }
}

/** Listens to nothing. */
const IGNORED = { onHome: () => undefined, onChanges: () => undefined, onStatus: () => undefined };

const encodeScreen = ({ id, name, rights }: Screen) =>
  encode({ type: 'screen', screen: { id, name }, rights });
