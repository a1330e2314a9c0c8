import { t } from '$lib/i18n/i18n.svelte';
import { degrees } from '$lib/i18n/number';
import { chipsOf } from '$lib/kinds/chips';
import { readingLabelsOf, type ReadingLabel } from '$lib/kinds/reading-labels';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import { hasReadings, LIVE, type Sight } from '$lib/kinds/sight';
import type { LampData, RoomData } from './room-data';
import type { RoomView } from './room-view.svelte';

/** Makes the lamp of a room. */
export type LampOf = (room: RoomView) => LampData;

/** A room's lamp that cannot be switched: its code is not there yet, or nobody knows how it is. */
export function stillLampOf(room: RoomView, sight: Sight = LIVE): LampData {
  const isOn = room.highlights.lights.length > 0;
  const state = sight.kind !== 'live' ? 'lost' : isOn ? 'on' : 'off';
  return { label: t('lights.inRoom', { room: room.name }), state, isOn, isDisabled: true };
}

/** What a room's tile shows of the app's home. */
export class LiveRoom implements RoomData {
  readonly #view: RoomView;
  readonly #sight: () => Sight;
  readonly #lampOf: () => LampOf;
  readonly chips: RoomData['chips'] = $derived.by(() => chipsOf(this.#view.highlights, LISTS));
  readonly #readings = $derived.by(() => readingLabelsOf(this.#view.readings));
  readonly lamp: LampData | undefined = $derived.by(() =>
    this.#view.has('lights') ? this.#lampNow() : undefined
  );

  constructor(view: RoomView, sight: () => Sight, lampOf: () => LampOf) {
    this.#view = view;
    this.#sight = sight;
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
    return temperature && (hasReadings(this.#sight()) ? degrees(temperature.value) : '–');
  }

  get readings(): readonly ReadingLabel[] {
    if (!hasReadings(this.#sight())) return [];
    return this.#readings.filter(({ quantity }) => quantity !== 'temperature');
  }

  get isLit(): boolean {
    return this.#sight().kind === 'live' && this.#view.highlights.lights.length > 0;
  }

  #lampNow(): LampData {
    const sight = this.#sight();
    return sight.kind === 'live' ? this.#lampOf()(this.#view) : stillLampOf(this.#view, sight);
  }
}

/** The chips of a room. Its lights are the lamp, and a low battery stays so for weeks: its chip is on the home page. */
const LISTS = ['alarms', 'tripped', 'openings', 'shutters', 'switches', 'unreachable'] as const;
