import { isSame } from '#shared/changes';
import { combineStops } from '../../base/platform/combine-stops';
import type { Screen } from '../../household/screens/screen';
import { accountReplacedAt } from '../../household/screens/session';
import type { HomeHousehold } from './homes';
import type { LiveList } from './lists';
import type { LiveSocket } from './socket';
import type { EncodedNews, LiveNews, Receiver, View } from './view';
import type { FrameSender, CommandViewer, LiveViewer } from './viewer';
import { encode } from './watched-home';

/** The household with its homes, and with what live connections carry beside these. See `VisibleCommands` and `CommandInbox`. */
export interface LiveHousehold extends HomeHousehold {
  readonly visibleCommands: {
    whole(viewer: CommandViewer, page: string): readonly Buffer[];
    news(entries: ReadonlySet<string>, viewer: CommandViewer, encoded: EncodedNews): readonly LiveNews[];
  };
  readonly inbox: { receive(frame: Buffer, speaker: FrameSender): Buffer | undefined };
  /** Lists that each screen gets before the commands, and again when they change. */
  readonly lists: readonly LiveList[];
}

/** What a connection asks for. */
export interface ConnectionRequest {
  /** The revision of the home that the page has. */
  readonly revision: string | undefined;
  /** The page's random id; empty for a client that is no page of this version. */
  readonly page: string;
  /** The number of the page's connection: each is greater than those before. */
  readonly connection: number;
  /** The ids of the other screens of the browser. */
  readonly others: readonly string[];
}

/** Subscription of one connection to the view that its screen's rights allow. It changes views when those rights change. */
export class ViewSubscription implements Receiver {
  readonly socket: LiveSocket;
  readonly #house: LiveHousehold;
  /** What the connection asked for. */
  readonly request: ConnectionRequest;
  #screen: Screen;
  #view: View;
  /** Whether the connection got its first messages, or they wait for a home on its way. */
  #hasBegun = false;
  /** The last message with unseen activity; null while the screen gets none. */
  #activity: Buffer | null = null;
  /** Whether the connection got all commands that were under way at its begin. */
  #hasCommands = false;
  #leave: () => void;

  constructor(socket: LiveSocket, screen: Screen, request: ConnectionRequest, house: LiveHousehold) {
    this.socket = socket;
    this.#house = house;
    this.request = request;
    this.#screen = screen;
    [this.#view, this.#leave] = this.#lease();
  }

  get screen() {
    return this.#screen;
  }

  /** Sends the home or the changes since the screen's revision, then everything else it needs, and all further changes. */
  begin() {
    this.#view.add(this, this.request.revision);
  }

  /** Answers a frame of the page. */
  receive(frame: Buffer): Buffer | undefined {
    const { status } = this.#view.home;
    return this.#house.inbox.receive(frame, {
      ...this.#viewer,
      page: this.request.page,
      state: this.#view.home.journal.isRead ? status?.state : undefined
    });
  }

  /** Applies another name or other rights of the screen. The new view replaces the old one without a gap. */
  change(screen: Screen) {
    const isSameView = isSame(this.#screen.rights.rooms, screen.rights.rooms);
    this.#screen = screen;
    this.socket.send(this.#screenMessage);
    this.sendActivity();
    if (!isSameView) {
      this.#leave();
      [this.#view, this.#leave] = this.#lease();
      this.#view.add(this, undefined);
    }
    this.#sendAll();
  }

  /** Sends a list as it is now. */
  sendList(list: LiveList) {
    if (this.#hasBegun) this.socket.sendLast(() => list.whole(this.#viewer));
  }

  /** Sends the activity that the screen has not seen, if it differs from what was sent last. */
  sendActivity() {
    if (this.#hasBegun) for (const message of this.#dueActivity()) this.socket.send(message);
  }

  /** Ends the subscription. */
  end() {
    this.#leave();
  }

  /** What the commands and the lists show depends on what is in the home, so they are sent again with each whole home. */
  #lease(): [View, () => void] {
    const { controller, rights } = this.#screen;
    const { views, release } = this.#house.homes.lease(controller);
    const { view, release: releaseView } = views.lease(rights.rooms);
    const unsubscribe = view.home.subscribe(({ type }) => {
      if (type === 'home') this.#sendAll();
    });
    return [view, combineStops(unsubscribe, () => view.remove(this), releaseView, release)];
  }

  /** Once there is a status: sends everything else. */
  begun() {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.socket.sendLast(() => [this.#screenMessage, ...this.#all(), ...this.#dueActivity()]);
  }

  sendCommands(entries: ReadonlySet<string>, encoded: EncodedNews) {
    if (!this.#hasCommands) return;
    for (const { message, order } of this.#house.visibleCommands.news(entries, this.#viewer, encoded))
      this.socket.send(message, order);
  }

  /** The message with the unseen activity, if it differs from the last one. A screen that may no longer see activity gets an empty list. */
  #dueActivity(): Buffer[] {
    const unseen = this.#house.unseen.unseenOf(this.#screen.id);
    if (unseen === null && this.#activity === null) return [];
    const message = encode({ type: 'activity', unseen: unseen ?? [] });
    const isTold = unseen !== null && this.#activity?.equals(message) === true;
    this.#activity = unseen && message;
    return isTold ? [] : [message];
  }

  get #screenMessage(): Buffer {
    const { id, name, controller, rights, pin } = this.#screen;
    const replaced = accountReplacedAt(controller, this.#house);
    return encode({
      type: 'screen',
      screen: { id, name },
      rights,
      ...replaced,
      ...(pin && { hasPin: true })
    });
  }

  get #viewer(): LiveViewer {
    const { journal } = this.#view.home;
    const { others } = this.request;
    return { screen: this.#screen, others, home: journal.home, device: (id) => journal.device(id) };
  }

  /** Sends all lists and commands again, if the connection had its first messages. */
  #sendAll() {
    if (this.#hasBegun) this.socket.sendLast(() => this.#all());
  }

  /** All lists, then the commands. The changes that these depend on go first. */
  #all(): Buffer[] {
    const lists = this.#house.lists.flatMap((list) => list.whole(this.#viewer));
    this.#hasCommands = true;
    this.#view.flush();
    return [...lists, ...this.#house.visibleCommands.whole(this.#viewer, this.request.page)];
  }
}
