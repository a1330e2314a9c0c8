import { isOpen } from '#shared/commands/command-entry';
import { endOfHappening, HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import type { Device } from '#shared/home';
import { mainControlOf } from '#shared/kinds';
import { meaningOf } from '#shared/meaning';
import { Timer } from '$lib/state/base/timer';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ClientFailure } from '$lib/state/proxy/failure';
import { dayOf } from './chronicle-rows';

/** Milliseconds from a change of the home to the next reading: several changes come together. */
const READ_DELAY_MS = 2000;
/** Maximum number of parts of a day that are read: a home may report without end. */
const MAX_PARTS = 100;
/** How long a happening can change after its begin, in ms: more values of a change, the end of a command. */
const SETTLE_MS = 15 * 60_000;

const HAPPENED = 'GET /api/controllers/:id/happened';
type HappenedRoute = typeof HAPPENED | 'GET /api/controllers/:id/record/happened';

/** What happened in the home that is shown: a service of it. It is read while somebody looks, and again after each change. */
export class Happened {
  readonly #home: OpenHome;
  readonly #timer: Timer;
  #happenings = $state.raw<readonly Happening[] | null>(null);
  #since = $state.raw(0);
  #failure = $state.raw<ClientFailure | null>(null);
  #earlier = $state.raw<readonly Happening[]>([]);
  #earliest = $state.raw<number | null | undefined>();
  /** How often what was read of the record was forgotten. */
  #forgotten = 0;
  #readers = 0;
  #stop: () => void = () => undefined;

  constructor(home: OpenHome) {
    this.#home = home;
    this.#timer = new Timer(home.environment.clock);
    home.lifetime.onEnd(() => this.#end());
  }

  /** The oldest first; null before the first reading. Reactive. */
  get happenings(): readonly Happening[] | null {
    return this.#happenings;
  }

  /** What was read of the record, the oldest first. Reactive. */
  get earlier(): readonly Happening[] {
    return this.#earlier;
  }

  /** The end of the day that `readEarlier` reads next, in ms since the epoch; null if nothing was before. Reactive. */
  get earliest(): number | null {
    return this.#earliest === undefined ? this.#happenings && this.#since : this.#earliest;
  }

  /** Since when anything is known, in ms since the epoch by the proxy's clock. */
  get since(): number {
    return this.#since;
  }

  /** Why the last reading failed; null if it did not. */
  get failure(): ClientFailure | null {
    return this.#failure;
  }

  /** Reads it now, and again after each change until the returned function is called. */
  follow(): () => void {
    if (this.#readers++ === 0) this.#start();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#readers === 0) this.#end();
    };
  }

  /** Reads the last two days now. What is shown of the time before stays: a program that has started again knows nothing of it. */
  async read(): Promise<void> {
    const answer = await this.#ask(HAPPENED, 'since=0');
    if (!answer) return;
    const isFirst = this.#happenings === null;
    const oldest = this.#add(answer);
    this.#since = isFirst ? answer.since : Math.max(oldest, Math.min(this.#since, answer.since));
  }

  /** Reads the day before of the record: to the begin of the local day. */
  async readEarlier(): Promise<void> {
    const until = this.earliest;
    if (until === null) return;
    const since = dayOf(until - 1);
    const forgotten = this.#forgotten;
    const answer = await this.#ask(
      'GET /api/controllers/:id/record/happened',
      `since=${since}&until=${until}`
    );
    if (!answer || forgotten !== this.#forgotten) return;
    this.#earlier = [...answer.happenings, ...this.#earlier];
    this.#earliest = answer.since < since ? since : null;
  }

  /** Forgets what was read of the record. */
  forgetEarlier(): void {
    this.#forgotten++;
    this.#earlier = [];
    this.#earliest = undefined;
  }

  /** Reads what is new, and what may have changed: a wall follows for days, and the whole day may be 2,000 rows. */
  async #readOn(): Promise<void> {
    const known = this.#happenings;
    const last = known?.at(-1);
    if (!known || !last) return this.read();
    const answer = await this.#ask(HAPPENED, `since=${settledUntil(known, last)}`);
    if (!answer) return;
    this.#since = Math.max(this.#since, this.#add(answer));
  }

  /**
   * Adds an answer to what was known before it. Of that, two days are kept; all of it if somebody has opened a day of the record. Returns where
   * it begins, in ms since the epoch.
   */
  #add({ since, happenings }: { readonly since: number; readonly happenings: readonly Happening[] }): number {
    const known = this.#happenings ?? [];
    const last = happenings.at(-1) ?? known.at(-1);
    const isAllShown = this.#earliest !== undefined || !last;
    const oldest = isAllShown ? 0 : endOfHappening(last) - HAPPENINGS_TTL_MS;
    const kept = known.filter((each) => endOfHappening(each) < since && endOfHappening(each) >= oldest);
    this.#happenings = [...kept.map(withoutOpen), ...happenings];
    return oldest;
  }

  /** Reads all parts. Null if one of them cannot be read. */
  async #ask(route: HappenedRoute, query: string) {
    const { proxy } = this.#home;
    const happenings: Happening[] = [];
    let from = 0;
    for (let parts = 1; ; parts++) {
      const answer = await proxy.call(route, { query: `?${query}&from=${from}` });
      this.#failure = answer.ok ? null : answer.error;
      if (!answer.ok) return null;
      const { since, next } = answer.value;
      happenings.push(...answer.value.happenings);
      if (next === undefined || parts === MAX_PARTS) return { happenings, since };
      from = next;
    }
  }

  #start(): void {
    const { state: home, commandFeed, link } = this.#home;
    const readOnSoon = () => {
      if (!this.#timer.isSet) this.#timer.set(READ_DELAY_MS, () => void this.#readOn());
    };
    const stops = [
      home.subscribe(readOnSoon),
      commandFeed.subscribe(readOnSoon),
      onOtherAlarms(this.#home, readOnSoon),
      // The proxy may have started again, and know less.
      link.subscribe((phase) => {
        if (phase === 'live') this.#timer.set(READ_DELAY_MS, () => void this.read());
      })
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    void this.read();
  }

  #end(): void {
    this.#stop();
    this.#timer.stop();
    this.#readers = 0;
  }
}

/** Calls back after each change of the alarms, such as that somebody has seen one. Returns a function that stops it. */
function onOtherAlarms({ alarms }: OpenHome, listener: () => void): () => void {
  return $effect.root(() => {
    // Read in the root: an effect that follows does not start again with each alarm.
    let last = alarms.value;
    $effect(() => {
      if (alarms.value !== last) listener();
      last = alarms.value;
    });
  });
}

/** Whether it is commands of which one has not ended. */
const isUnderWay = (happening: Happening): happening is Extract<Happening, { kind: 'commanded' }> =>
  happening.kind === 'commanded' && happening.commands.some(({ state }) => isOpen(state));

/** What the program does not tell any more: it has started again, and how a command ended that was under way nobody knows. */
function withoutOpen(happening: Happening): Happening {
  if (!isUnderWay(happening)) return happening;
  const commands = happening.commands.map(({ progress: _, ...command }) =>
    isOpen(command.state) ? { ...command, state: 'unconfirmed' as const } : command
  );
  return { ...happening, commands };
}

/** Until when happenings no longer change: some time before the newest one, and before each command that is under way. */
function settledUntil(happenings: readonly Happening[], last: Happening): number {
  const open = happenings.filter(isUnderWay);
  return Math.min(endOfHappening(last) - SETTLE_MS, ...open.map(endOfHappening));
}

/** Whether a device detects motion: people who pass by are left out of lists. */
export const isMotion = (device: Device): boolean =>
  mainControlOf(device) === 'contact' && meaningOf(device).nature === 'motion';
