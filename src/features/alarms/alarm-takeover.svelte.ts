import type { ActiveAlarm, AlarmList } from './alarm-list.svelte';

/** The alarms that take over a wall tablet: those that nobody has closed there. */
export class AlarmTakeover {
  readonly #list: Pick<AlarmList, 'alarms'>;
  #closed = $state.raw<readonly string[]>([]);
  readonly #alarms = $derived.by(() => this.#list.alarms.filter(({ key }) => !this.#closed.includes(key)));

  constructor(list: Pick<AlarmList, 'alarms'>) {
    this.#list = list;
  }

  /** The alarms to show, the most recent first. */
  get alarms(): readonly ActiveAlarm[] {
    return this.#alarms;
  }

  /** Closes the alarms that are shown. They stay in the banner and on the first page. */
  close(): void {
    this.#closed = [...this.#closed, ...this.#alarms.map(({ key }) => key)];
  }

  /** Forgets closed alarms that have ended, so that the next one of the same sensor is shown again. */
  forgetEnded(): void {
    const left = this.#closed.filter((key) => this.#list.alarms.some((alarm) => alarm.key === key));
    if (left.length < this.#closed.length) this.#closed = left;
  }
}
