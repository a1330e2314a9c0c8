import { isSame } from '#shared/changes';
import type { Screen } from '../access/screens/screen';
import type { Layouts } from '../layouts/layouts';
import type { CommandMessages, CommandViewer } from './command-messages';
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
  readonly commands: CommandMessages;
}

/** Subscription of one connection to the view that its screen's rights allow. It changes views when those rights change. */
export class ViewSubscription {
  readonly #socket: LiveSocket;
  readonly #deps: ViewSubscriptionDeps;
  #screen: Screen;
  #view: View;
  /** Undefined before the connection's first messages. */
  #unseen: UnseenMessages | undefined;
  /** Whether the connection got all commands that were under way at its begin. */
  #hasCommands = false;
  readonly #receiver;
  #leave: () => void;

  constructor(socket: LiveSocket, screen: Screen, deps: ViewSubscriptionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#screen = screen;
    this.#receiver = {
      socket,
      sendCommands: (entries: ReadonlySet<string>, texts: Map<string, Buffer[]>) => {
        if (!this.#hasCommands) return;
        for (const message of deps.commands.news(entries, this.#viewer, texts)) socket.send(message);
      }
    };
    [this.#view, this.#leave] = this.#lease();
  }

  get screen() {
    return this.#screen;
  }

  /** Sends the home or the changes since the screen's revision, then everything else it needs, and all further changes. */
  begin(revision: string | undefined) {
    this.#socket.setRest(() => {
      // The changes that the commands depend on go first.
      this.#view.fanOut.flush();
      this.#unseen = new UnseenMessages(this.#deps.activity, this.#screen.id);
      return [this.#layout(), encodeScreen(this.#screen), ...this.#allCommands(), ...this.#unseen.due()];
    });
    this.#view.fanOut.add(this.#receiver, revision);
  }

  /** Applies another name or other rights of the screen. The new view replaces the old one without a gap. */
  change(screen: Screen) {
    const isSameView = isSame(this.#screen.rights.rooms, screen.rights.rooms);
    this.#screen = screen;
    this.#socket.send(encodeScreen(screen));
    this.sendActivity();
    if (!isSameView) {
      this.#leave();
      [this.#view, this.#leave] = this.#lease();
      this.#view.fanOut.add(this.#receiver, undefined);
      this.#socket.send(this.#layout());
    }
    this.#view.fanOut.flush();
    this.#sendAllCommands();
  }

  /** Sends the activity that the screen has not seen, if it differs from what was sent last. */
  sendActivity() {
    for (const message of this.#unseen?.due() ?? []) this.#socket.send(message);
  }

  /** Ends the subscription. */
  end() {
    this.#leave();
  }

  /** What a layout and the commands show depends on what is in the home, so they are sent again with each whole home. */
  #lease(): [View, () => void] {
    const { controller, user, rights } = this.#screen;
    const { watched, release } = this.#deps.watchers.lease(controller, user);
    const { view, release: releaseView } = watched.views.lease(rights.rooms);
    const unsubscribe = view.home.subscribe(({ type }) => {
      if (type !== 'home') return;
      if (view.rooms) this.#socket.send(this.#layout());
      this.#sendAllCommands();
    });
    return [
      view,
      () => {
        unsubscribe();
        view.fanOut.remove(this.#receiver);
        releaseView();
        release();
      }
    ];
  }

  get #viewer(): CommandViewer {
    return { screen: this.#screen, device: (id) => this.#view.home.journal.device(id) };
  }

  /** Sends all commands again, if the connection had its first messages. */
  #sendAllCommands() {
    if (this.#hasCommands) for (const message of this.#allCommands()) this.#socket.send(message);
  }

  #allCommands(): Buffer[] {
    this.#hasCommands = true;
    return this.#deps.commands.whole(this.#viewer);
  }

  #layout(): Buffer {
    const { controller, user } = this.#screen;
    return this.#view.layoutText.message(this.#deps.layouts.get(controller, user));
  }
}

const encodeScreen = ({ id, name, rights, pin }: Screen) =>
  encode({ type: 'screen', screen: { id, name }, rights, ...(pin && { hasPin: true }) });
