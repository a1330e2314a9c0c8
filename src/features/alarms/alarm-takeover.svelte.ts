import type { Clock } from '#shared/clock';
import type { ActiveAlarm } from './active-alarm';
import type { AlarmList, Seeing } from './alarm-list.svelte';

/** How long the proxy has to tell whether somebody has seen an alarm, in ms: a sensor that flaps does not take over again. */
const UNTOLD_MS = 600;

/** The alarms that take over a screen: those that are not silent there, nor closed there. */
export class AlarmTakeover {
  readonly #list: Pick<AlarmList, 'alarms' | 'see'>;
  readonly #isMeant: (alarm: ActiveAlarm) => boolean;
  #closed = $state.raw<readonly Pick<ActiveAlarm, 'key' | 'id'>[]>([]);
  /** The alarms that the proxy has not told in time. */
  #late = $state.raw<readonly string[]>([]);
  readonly #untold = $derived.by(() =>
    this.#list.alarms.flatMap(({ id, key }) => (id === undefined ? [key] : [])).join()
  );
  /** The alarms to show, the most recent first. */
  readonly alarms: readonly ActiveAlarm[] = $derived.by(() =>
    this.#list.alarms.filter(
      (alarm) =>
        this.#isMeant(alarm) &&
        !alarm.isSilent &&
        !this.#isClosed(alarm) &&
        (alarm.id !== undefined || this.#late.includes(alarm.key))
    )
  );

  /** @param isMeant whether an alarm may take over this screen: all by default */
  constructor(
    list: Pick<AlarmList, 'alarms' | 'see'>,
    isMeant: (alarm: ActiveAlarm) => boolean = () => true
  ) {
    this.#list = list;
    this.#isMeant = isMeant;
  }

  /** Waits for the proxy to tell the alarms; returns a function that ends that. Reactive. */
  awaitTold(clock: Pick<Clock, 'after'>): () => void {
    const untold = this.#untold;
    return clock.after(UNTOLD_MS, () => (this.#late = untold.split(',')));
  }

  /** Closes the alarms that are shown, and tells the proxy that somebody has seen them. They stay in the banner and on the first page. */
  close(seeing: Seeing): void {
    this.#list.see(this.alarms, seeing);
    this.dismiss();
  }

  /** Closes the alarms that are shown, here alone and untold. */
  dismiss(): void {
    this.#closed = [...this.#closed, ...this.alarms.map(({ key, id }) => ({ key, id }))];
  }

  /** Forgets closed alarms that have ended, so that the next one of the same sensor is shown again. */
  forgetEnded(): void {
    const left = this.#closed.filter(({ key }) => this.#list.alarms.some((alarm) => alarm.key === key));
    if (left.length < this.#closed.length) this.#closed = left;
  }

  /** A sensor that has tripped again has an alarm of another id. */
  #isClosed({ key, id }: ActiveAlarm): boolean {
    return this.#closed.some((closed) => closed.key === key && (closed.id === undefined || closed.id === id));
  }
}

/** Whether an alarm takes over a phone: what endangers life or the house, and a drill, which shows what would happen. */
export const coversPhone = ({ kind, isOwn }: ActiveAlarm): boolean => isOwn && kind !== 'armed';
