import { placeOf, type Place } from '$lib/kinds/place';
import { notablesOf, readingsOf, type Notables, type Readings } from '$lib/kinds/room-summary';
import type { App } from '$lib/state/app.svelte';
import { say } from '$lib/words/words.svelte';
import type { Device } from '#shared/home';

/** A room, or the place of those without one, as its tile and its page both see it. A change concerns it alone. */
export class PlaceView {
  readonly place: Place;
  readonly #app: App;
  readonly #devices = $derived.by(() => this.#app.home.roomDevices(this.#roomId));
  readonly #notables = $derived.by(() => notablesOf(this.#devices));
  readonly #readings = $derived.by(() =>
    readingsOf(this.place.room, this.#devices, (id) => this.#app.home.device(id))
  );

  constructor(app: App, place: Place) {
    this.#app = app;
    this.place = place;
  }

  get name(): string {
    const { room } = this.place;
    if (!room) return say('home.noRoom');
    return room.name.trim() === '' ? `#${room.id}` : room.name;
  }

  get href(): string {
    return roomAddress(this.place);
  }

  /** Its devices as they are shown, in their order. */
  get devices(): readonly Device[] {
    return this.#devices;
  }

  get notables(): Notables {
    return this.#notables;
  }

  get readings(): Readings {
    return this.#readings;
  }

  get #roomId(): number | null {
    return this.place.room?.id ?? null;
  }
}

/** The address of a place's page. */
export const roomAddress = ({ key }: Place): string => `/rooms/${key}`;

/** The place of an address's last part; undefined where there is no such room. */
export function findPlace(app: App, key: string): Place | undefined {
  if (key === 'none') return { key, room: null };
  const room = /^\d{1,15}$/.test(key) ? app.home.room(Number(key)) : undefined;
  return room && placeOf(room);
}
