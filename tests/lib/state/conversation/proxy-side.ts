import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { CommandInbox } from '../../../../proxy/server/commands/command-inbox';
import { CommandLog } from '../../../../proxy/server/commands/command-log';
import { CommandExecutors, type CommandHousehold } from '../../../../proxy/server/commands/commands';
import { VisibleCommands } from '../../../../proxy/server/commands/visible-commands';
import type { Answer } from '../../../../proxy/server/controllers/answer';
import type { Request } from '../../../../proxy/server/controllers/exchange';
import { Sockets } from '../../../../proxy/server/home/live/sockets';
import type { LiveHousehold } from '../../../../proxy/server/home/live/view-subscription';
import { Views } from '../../../../proxy/server/home/live/views';
import { WatchedHome } from '../../../../proxy/server/home/live/watched-home';
import { FakeClock } from '../../../support/fake-clock';
import { touchInMemory } from '../../../support/layouts-in-memory';
import { aScreen } from '../../../support/screens';
import { aDevice, aHome } from '../test-home';
import type { Line } from './network';

export const DEVICES = [1, 2];
const SCREEN = aScreen({ id: 's1' });
const nothing = () => undefined;
const never = () => nothing;

/** A command on its way to the controller. */
export interface Post {
  readonly device: number;
  readonly level: number;
  isWritten: boolean;
  readonly request: Request;
  readonly answer: (result: Result<Answer>) => void;
}

/** The home: two dimmers that are off. */
const DIMMERS = aHome({
  rooms: [{ id: 1, name: 'Hall' }],
  devices: DEVICES.map((id) =>
    aDevice({
      id,
      name: `Dimmer ${id}`,
      room_id: 1,
      type: 'DevDimmer',
      interfaces: ['SwitchMultilevel'],
      params: { Level: 0 }
    })
  )
});

/** The proxy's real sockets, inbox, executor and views, beside a controller whose answers a test chooses. */
export class ProxySide {
  readonly clock = new FakeClock();
  readonly home = new WatchedHome(this.clock);
  readonly log = new CommandLog(this.clock);
  /** What the controller's devices have. */
  readonly levels = new Map(DEVICES.map((id) => [id, 0]));
  /** Commands that are not answered. */
  readonly posts: Post[] = [];
  /** Those that the controller has received, with the proxy's time. */
  readonly received: { readonly device: number; readonly level: number; readonly at: number }[] = [];
  /** What it has reported and refused, as `<device> to <level>`. */
  readonly reported = new Set<string>();
  readonly refused = new Set<string>();
  readonly commands: CommandExecutors;
  readonly #sockets: Sockets;

  constructor() {
    const { clock, log, home } = this;
    const views = new Views(home, clock);
    const read = async (id: number) => this.#read(id);
    const watcher = { home, readBack: { commanded: nothing, settled: nothing, read } };
    const screens = {
      admit: () => succeed(SCREEN),
      connect: () => nothing,
      seen: nothing,
      onEnded: never,
      onChanged: never
    };
    const household = {
      clock,
      commandLog: log,
      screens,
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      homes: { lease: () => ({ watcher, views, release: nothing }), read: nothing },
      accounts: {
        client: () => ({ send: (request: Request) => this.#send(request) }),
        formerOf: nothing
      },
      moods: { beforeOff: nothing },
      unseen: { unseenOf: () => null, onChange: never },
      scenes: { seenBy: () => [] },
      touch: touchInMemory(),
      lists: []
    } as unknown as CommandHousehold & LiveHousehold;
    this.commands = new CommandExecutors(household);
    const visibleCommands = new VisibleCommands(household);
    const inbox = new CommandInbox(household, this.commands, visibleCommands);
    this.#sockets = new Sockets({ ...household, visibleCommands, inbox });
    log.onChange(({ entries }) => {
      for (const view of views.all) view.queueCommands(entries);
    });
    home.applySnapshot(DIMMERS, 0);
  }

  accept = ({ socket, query }: Line) => {
    this.#sockets.add(socket, SCREEN, {
      revision: query.get('revision') ?? undefined,
      page: query.get('page') ?? '',
      connection: Number(query.get('connection')),
      others: []
    });
  };

  /** A command arrives at the controller, if it may still be sent. */
  arrive(post: Post, isCarriedOut: boolean): void {
    if (post.request.beforeSend?.() === false) {
      this.answer(post, fail('controller-unreachable', 'It was not sent.').error);
      return;
    }
    post.isWritten = true;
    post.request.onSent?.();
    const { device, level } = post;
    this.received.push({ device, level, at: this.clock.monotonic() });
    if (isCarriedOut) this.levels.set(device, level);
  }

  answer(post: Post, failure: Failure | null): void {
    this.posts.splice(this.posts.indexOf(post), 1);
    if (failure?.code === 'controller-refused') this.refused.add(`${post.device} to ${post.level}`);
    const accepted = { status: 200, retryAfter: undefined, contentLength: undefined, body: null };
    post.answer(failure ? { ok: false, error: failure } : succeed(accepted));
  }

  /** The devices whose change the controller has not reported. */
  get unreported(): number[] {
    return DEVICES.filter((id) => this.home.journal.device(id)?.params['Level'] !== this.levels.get(id));
  }

  report(device: number): void {
    this.reported.add(`${device} to ${this.levels.get(device)}`);
    this.home.append([{ device, params: { Level: this.levels.get(device) } }]);
  }

  #read(id: number) {
    if (this.unreported.includes(id)) this.report(id);
    return this.home.journal.device(id) ?? null;
  }

  #send(request: Request): Promise<Result<Answer>> {
    const device = Number(request.path.split('/')[2]);
    const { params } = JSON.parse(request.body ?? '{}') as { params: { level: number } };
    return new Promise((answer) => {
      this.posts.push({ device, level: params.level, isWritten: false, request, answer });
    });
  }
}
