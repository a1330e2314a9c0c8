import type { Clock } from '#shared/clock';
import type { ActiveAlarm, AlarmList } from './alarm-list.svelte';

/** How long the proxy has to tell whether somebody has seen an alarm, in ms: a sensor that flaps does not take over again. */
const UNTOLD_MS = 600;

/** The alarms that take over a wall tablet: those that nobody has seen, nor closed there. */
export class AlarmTakeover {
  readonly #list: Pick<AlarmList, 'alarms' | 'see'>;
  #closed = $state.raw<readonly string[]>([]);
  /** The alarms that the proxy has not told in time. */
  #late = $state.raw<readonly string[]>([]);
  readonly #untold = $derived.by(() =>
    this.#list.alarms.flatMap(({ id, key }) => (id === undefined ? [key] : [])).join()
  );
  /** The alarms to show, the most recent first. */
  readonly alarms: readonly ActiveAlarm[] = $derived.by(() =>
    this.#list.alarms.filter(
      ({ key, id, isSeen }) =>
        !isSeen && !this.#closed.includes(key) && (id !== undefined || this.#late.includes(key))
    )
  );

  constructor(list: Pick<AlarmList, 'alarms' | 'see'>) {
    this.#list = list;
  }

  /** Waits for the proxy to tell the alarms; returns a function that ends that. Reactive. */
  awaitTold(clock: Pick<Clock, 'after'>): () => void {
    const untold = this.#untold;
    return clock.after(UNTOLD_MS, () => (this.#late = untold.split(',')));
  }

  /** Closes the alarms that are shown, here and on all screens. They stay in the banner and on the first page. */
  close(): void {
    this.#list.see(this.alarms);
    this.#closed = [...this.#closed, ...this.alarms.map(({ key }) => key)];
  }

  /** Forgets closed alarms that have ended, so that the next one of the same sensor is shown again. */
  forgetEnded(): void {
    const left = this.#closed.filter((key) => this.#list.alarms.some((alarm) => alarm.key === key));
    if (left.length < this.#closed.length) this.#closed = left;
  }
}
