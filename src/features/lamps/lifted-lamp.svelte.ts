import type { LampOf } from '$features/view-models/live-room.svelte';
import { lift } from '$lib/gestures/lift-attachment';
import { vibration } from '$lib/gestures/vibration';
import { percent } from '$lib/i18n/number';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { RoomLamp, roomLampsOf } from './room-lamp';

const RANGE = { min: 0, max: 100, step: 1, page: 10 };

/** Makes lamps as `roomLampsOf` does, for a wall: a drag up or down dims the room. */
export function liftedLampsOf(home: OpenHome): LampOf {
  roomLampsOf(home);
  return (room) => new LiftedLamp(home, () => room);
}

/** The lights of a room as one lamp, which a drag up or down dims. */
class LiftedLamp extends RoomLamp {
  #chosen = $state.raw<number | null>(null);
  readonly #lift = lift(() => ({ value: this.brightness, range: RANGE, isDisabled: this.isDisabled }), {
    show: (chosen) => (this.#chosen = chosen),
    holding: (isHolding) => {
      if (isHolding) vibration.feel('choice');
      else this.#chosen = null;
    },
    commit: (chosen) => this.setBrightness(chosen)
  });

  get lift() {
    return this.hasDimmer ? this.#lift : undefined;
  }

  /** The brightness while it is chosen. */
  get bubble(): string | undefined {
    return this.#chosen === null ? undefined : percent(this.#chosen);
  }
}
