import { isSame } from '#shared/changes';
import type { Screen } from '../access/screens/screen';
import type { Layouts } from '../layouts/layouts';
import { encode } from './home-text';
import type { LiveSocket } from './socket';
import { UnseenMessages, type ActivityNews } from './unseen-messages';
import type { View } from './views';
import type { WatcherRegistry } from './watcher-registry';

/** What a subscription depends on. */
interface ViewSubscriptionDeps {
  readonly watchers: WatcherRegistry;
  readonly layouts: Layouts;
  readonly activity: ActivityNews;
}

/** Subscription of one connection to the view that its screen's rights allow. It changes views when those rights change. */
export class ViewSubscription {
  readonly #socket: LiveSocket;
  readonly #deps: ViewSubscriptionDeps;
  #screen: Screen;
  #view: View;
  /** Undefined before the connection's first messages. */
  #unseen: UnseenMessages | undefined;
  #leave: () => void;

  constructor(socket: LiveSocket, screen: Screen, deps: ViewSubscriptionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#screen = screen;
    [this.#view, this.#leave] = this.#lease();
  }

  get screen() {
    return this.#screen;
  }

  /** Sends the home or the changes since the screen's revision, then everything else it needs, and all further changes. */
  begin(revision: string | undefined) {
    this.#socket.sendSecond(() => {
      this.#unseen = new UnseenMessages(this.#deps.activity, this.#screen.id);
      return [this.#layout(), encodeScreen(this.#screen), ...this.#unseen.due()];
    });
    this.#view.fanOut.add(this.#socket, revision);
  }

  /** Applies another name or other rights of the screen. The new view replaces the old one without a gap. */
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

  /** Sends the activity that the screen has not seen, if it differs from what was sent last. */
  sendActivity() {
    for (const message of this.#unseen?.due() ?? []) this.#socket.send(message);
  }

  /** Ends the subscription. */
  end() {
    this.#leave();
  }

  /** A limited layout depends on what is in the home, so it is sent again with each whole home. */
  #lease(): [View, () => void] {
    const { controller, user, rights } = this.#screen;
    const { watched, release } = this.#deps.watchers.lease(controller, user);
    const { view, release: releaseView } = watched.views.lease(rights.rooms);
    const unsubscribe =
      view.rooms &&
      view.home.subscribe(({ type }) => {
        if (type === 'home') this.#socket.send(this.#layout());
      });
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
    return this.#view.layoutText.message(this.#deps.layouts.get(controller, user));
  }
}

const encodeScreen = ({ id, name, rights, pin }: Screen) =>
  encode({ type: 'screen', screen: { id, name }, rights, ...(pin && { hasPin: true }) });
