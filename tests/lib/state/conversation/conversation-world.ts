import { isOpen } from '#shared/commands/command-entry';
import { fail } from '#shared/errors';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { Commands } from '../../../../src/lib/state/commands/commands';
import { connectionCode, Link } from '../../../../src/lib/state/connection/link.svelte';
import { HomeProxy } from '../../../../src/lib/state/proxy/home-proxy';
import { ProxyClient } from '../../../../src/lib/state/proxy/proxy-client';
import { settle } from '../../../support/fake-clock';
import { linkedParts } from '../connection/a-link';
import { createTestEnvironment } from '../test-environment';
import { ann } from '../test-screen';
import { Line } from './network';
import { DEVICES, ProxySide } from './proxy-side';
import { checkTruth, must, type Tap } from './truth';

const HOUR_MS = 3_600_000;
const LOST = fail('outcome-unknown', 'The answer was lost.').error;
const REFUSED = fail('controller-refused', 'No.').error;
const nothing = () => undefined;

/** What may happen in a world: one event of each kind, of a line or a command where a number follows. */
export type Event = `${string} ${number}`;

/** How much may happen. Taps are of one device, bulk actions of all. */
export type Limits = Readonly<Record<'taps' | 'bulks' | 'breaks' | 'sleeps' | 'waits', number>>;

/** Lets all promises of a step settle. No step needs more turns. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** A real page and a real proxy, whose network, controller and time are events that a test chooses. */
export class World {
  readonly #env = createTestEnvironment();
  readonly #proxy = new ProxySide();
  readonly #lines: Line[] = [];
  readonly #taps: Tap[] = [];
  readonly #commands: Commands;
  readonly #link: Link;
  readonly #parts = linkedParts();
  readonly #left: Record<keyof Limits, number>;

  private constructor(limits: Limits) {
    this.#left = { ...limits };
    const environment = {
      ...this.#env.environment,
      openSocket: (path: string, listener: ConstructorParameters<typeof Line>[1]) => {
        const line = new Line(path, listener, (text) => this.#sent(text));
        this.#lines.push(line);
        return line.page;
      }
    };
    const session = {
      current: ann,
      probe: async () => true,
      refused: nothing,
      admitted: nothing,
      outdated: nothing,
      updated: nothing
    };
    this.#link = new Link(environment, { ...this.#parts, layout: { receive: nothing } }, session);
    this.#env.proxy.rule = (request) => {
      const device = Number(request.path.split('/').at(-1));
      request.answer(200, this.#proxy.home.journal.device(device));
    };
    this.#commands = new Commands(environment, {
      ...this.#parts,
      link: this.#link,
      session,
      proxy: new HomeProxy(new ProxyClient(environment), ann.controller.id)
    });
  }

  /** A page that is live. */
  static async open(limits: Limits): Promise<World> {
    await connectionCode.load();
    const world = new World(limits);
    world.#commands.start();
    world.#link.start('0123456789ab');
    await flush();
    await world.take('open 0');
    while (world.#lines[0]?.down.length) await world.take('down 0');
    must(world.#link.isLive, 'the page is live');
    return world;
  }

  /** What may happen next. */
  get events(): Event[] {
    const events: Event[] = [];
    const { posts, unreported } = this.#proxy;
    if (this.#left.taps > 0) events.push('tap 1');
    if (this.#left.bulks > 0) events.push('bulk 1');
    for (const [at, line] of this.#lines.entries()) {
      if (line.state === 'opening' && line === this.#lines.at(-1)) events.push(`open ${at}`);
      if (line.isHeard && line.up.length > 0) events.push(`up ${at}`);
      if (line.state === 'open' && line.down.length > 0) events.push(`down ${at}`);
      if (line.state === 'open' && this.#left.breaks > 0) events.push(`part ${at}`, `cut ${at}`);
    }
    for (const [at, { isWritten }] of posts.entries())
      if (isWritten) events.push(`accept ${at}`, `lose ${at}`, `refuse ${at}`);
      else events.push(`arrive ${at}`, `ignore ${at}`);
    for (const device of unreported) events.push(`report ${device}`);
    if (this.#lines.every(({ state }) => state === 'left')) events.push('retry 0');
    if (this.#left.sleeps > 0) events.push(`sleep ${HOUR_MS}`);
    if (this.#left.waits > 0) events.push('wait 1000', 'wait 10000');
    return events;
  }

  /** Lets one event happen, and checks what must hold after every one. */
  async take(event: Event): Promise<void> {
    const [what = '', number = ''] = event.split(' ');
    await this.#happen(what, Number(number));
    await flush();
    if (this.#env.proxy.asked.length > 0) {
      this.#env.proxy.asked.length = 0;
      await settle();
    }
    checkTruth(this.#taps, this.#proxy, (tap, device) => this.#endOf(tap, device));
  }

  async #happen(what: string, at: number): Promise<void> {
    const line = this.#lines[at];
    const post = this.#proxy.posts[at];
    switch (what) {
      case 'tap':
      case 'bulk':
        this.#left[`${what}s`]--;
        this.#touch(what === 'tap' ? [1] : DEVICES);
        break;
      case 'retry':
        this.#link.retry();
        break;
      case 'open':
        line?.open(this.#proxy.accept);
        break;
      case 'up':
        line?.rise();
        break;
      case 'down':
        line?.fall();
        break;
      case 'part':
      case 'cut':
        this.#left.breaks--;
        line?.[what]();
        break;
      case 'arrive':
      case 'ignore':
        if (post) this.#proxy.arrive(post, what === 'arrive');
        break;
      case 'accept':
      case 'lose':
      case 'refuse':
        if (post) this.#proxy.answer(post, what === 'accept' ? null : what === 'lose' ? LOST : REFUSED);
        break;
      case 'report':
        this.#proxy.report(at);
        break;
      case 'sleep':
        // The monotonic clock of a phone asleep stands still.
        this.#left.sleeps--;
        this.#env.clock.jump(at);
        this.#proxy.clock.pass(at);
        break;
      case 'wait':
        this.#left.waits--;
        await this.#pass(at);
    }
  }

  /** Lets everything arrive, the controller answer nothing, and time pass. Then nothing may be under way. */
  async finish(): Promise<void> {
    for (let turns = 0; turns < 300; turns++) {
      const event = this.events.find((each) => /^(up|retry|open|down|arrive|lose|report) /.test(each));
      if (event) await this.take(event);
      else if (this.#isDone) return;
      else await this.#pass(2_000);
    }
    throw new Error(`Something never ends: ${this.key}`);
  }

  get #isDone(): boolean {
    const { jobs } = this.#proxy.commands.of('0123456789ab');
    const isEnded = this.#taps.every(({ ends, devices }) => ends.size === devices.length);
    return isEnded && !this.#commands.isBusy && !jobs.some(({ state }) => isOpen(state));
  }

  #touch(devices: readonly number[]): void {
    const level = 10 * (this.#taps.length + 1);
    const expiresMs = devices.length === 1 ? 10_000 : 60_000;
    this.#taps.push({ level, devices, expiresMs, sentAt: null, ends: new Map() });
    const calls = devices.flatMap((id) => {
      const device = this.#parts.state.device(id);
      return device ? [{ device, call: setLevel.call({ level }) }] : [];
    });
    const [only] = calls;
    if (calls.length > 1) this.#commands.sendBatch(calls);
    else if (only) this.#commands.send(only.device, only.call);
  }

  /** Notes when a frame was sent. */
  #sent(text: string): void {
    const tap = this.#taps.findLast(({ level }) => text.includes(`"level":${level}}`));
    if (tap) tap.sentAt = this.#proxy.clock.monotonic();
  }

  async #pass(ms: number): Promise<void> {
    const clocks = [this.#env.clock, this.#proxy.clock];
    for (let rest = ms; rest > 0;) {
      const step = Math.min(rest, Math.max(1, Math.min(...clocks.map(({ next }) => next))));
      for (const clock of clocks) clock.pass(step);
      rest -= step;
      await flush();
    }
  }

  /** What the page tells of a command's end; null while it is under way, or nobody knows. */
  #endOf(tap: Tap, device: number): string | null {
    const shown = this.#commands.of(device).find(({ call }) => call.params['level'] === tap.level);
    if (shown) return shown.isOver ? `${shown.phase} ${shown.failure?.code ?? ''}`.trim() : null;
    const newer = this.#taps.slice(this.#taps.indexOf(tap) + 1);
    return newer.some(({ devices }) => devices.includes(device)) ? 'replaced' : 'confirmed';
  }

  /** A text that is equal for worlds that behave alike. */
  get key(): string {
    const { clock, posts, received, levels, home, log, commands } = this.#proxy;
    const now = clock.monotonic();
    const jobs = commands
      .of('0123456789ab')
      .jobs.map((job) => [
        job.id,
        job.state,
        job.isUnanswered,
        job.isWritten,
        job.isReplaced,
        job.isReading,
        job.isReported,
        job.dueAt - now,
        job.graceUntil - now,
        job.expiresAt - now
      ]);
    const text = JSON.stringify([
      this.#left,
      this.#link.state,
      this.#env.clock.next,
      clock.next,
      jobs,
      this.#taps.map(({ level, sentAt, ends }) => [level, sentAt === null ? null : now - sentAt, [...ends]]),
      DEVICES.map((id) =>
        this.#commands
          .of(id)
          .map(({ id: entry, phase, isOver, failure }) => [entry, phase, isOver, failure?.code])
      ),
      [...this.#parts.commandFeed.known.entries.values()].map(({ id, state }) => [id, state]),
      this.#lines
        .filter(({ state, isHeard }) => state !== 'left' || isHeard)
        .map(({ state, isHeard, up, down }) => [state, isHeard, up, down.map((each) => each?.text)]),
      posts.map(({ device, level, isWritten }) => [device, level, isWritten]),
      [
        received.map(({ device, level }) => [device, level]),
        [...levels],
        home.journal.home.devices.map(({ params }) => params)
      ],
      log.batchesOf('0123456789ab').map(({ batch, endedAt }) => [batch.id, endedAt - now])
    ]);
    return withoutChance(text);
  }
}

/** Random ids by their order, and without times of the wall clock and of frames. */
function withoutChance(text: string): string {
  const ids = new Map<string, number>();
  return text.replaceAll(/\\?"(?:at|endedAt|expiresAt|since)\\?":\d+/g, '').replaceAll(/[\w-]{22}/g, (id) => {
    ids.set(id, ids.get(id) ?? ids.size);
    return `#${ids.get(id)}`;
  });
}
