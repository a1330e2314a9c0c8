import { degrees } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import { chipsOf } from '$lib/kinds/chips';
import { readingLabelsOf } from '$lib/kinds/reading-labels';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import type { LampData, RoomData } from './room-data';
import type { RoomView } from './room-view.svelte';

/** Makes the lamp of a room. */
export type LampOf = (room: RoomView) => LampData;

/** A room's lamp before the code is there that switches it. */
export const stillLampOf: LampOf = (room) => {
  const isOn = room.highlights.lights.length > 0;
  return {
    label: t('lights.inRoom', { room: room.name }),
    state: isOn ? 'on' : 'off',
    isOn,
    isDisabled: true
  };
};

/** What a room's tile shows of the app's home. */
export class LiveRoom implements RoomData {
  readonly #view: RoomView;
  readonly #lampOf: () => LampOf;
  readonly #chips = $derived.by(() => chipsOf(this.#view.highlights, LISTS));
  readonly #readings = $derived.by(() => readingLabelsOf(this.#view.readings));
  readonly #lamp = $derived.by(() => (this.#view.has('lights') ? this.#lampOf()(this.#view) : undefined));

  constructor(view: RoomView, lampOf: () => LampOf) {
    this.#view = view;
    this.#lampOf = lampOf;
  }

  get key(): string {
    return this.#view.slot.key;
  }

  get name(): string {
    return this.#view.name;
  }

  get icon(): string {
    return roomAppearance.icon(this.#view.slot.room);
  }

  get degrees(): string | undefined {
    const { temperature } = this.#view.readings;
    return temperature && degrees(temperature.value);
  }

  get readings(): RoomData['readings'] {
    return this.#readings.filter(({ quantity }) => quantity !== 'temperature');
  }

  get chips(): RoomData['chips'] {
    return this.#chips;
  }

  get isLit(): boolean {
    return this.#view.highlights.lights.length > 0;
  }

  get lamp(): LampData | undefined {
    return this.#lamp;
  }
}

/** The chips of a room. Its lights are the lamp, and a low battery stays so for weeks: its chip is on the home page. */
const LISTS = ['alarms', 'tripped', 'openings', 'switches', 'shutters', 'unreachable'] as const;
