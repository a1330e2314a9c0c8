import { vibration } from '$lib/gestures/vibration';
import { t } from '$lib/i18n/i18n.svelte';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { isLost } from '$features/page/link-states';
import { pushSheet } from '$features/page/sheet-navigation';
import type { LampOf } from '$features/room/live-room.svelte';
import type { LampData } from '$features/room/room-data';
import type { RoomView } from '$features/room/room-view.svelte';
import { RoomLights } from './room-lights.svelte';

/** Makes lamps that switch the lights of their room with a touch; a hold opens their sheet. */
export function roomLampsOf(home: OpenHome): LampOf {
  // Lamps are made in a derived, which must not change anything.
  void home.service(HomeCommands);
  return (room) => new RoomLamp(home, room);
}

/** The lights of a room as one lamp. */
export class RoomLamp implements LampData {
  readonly #home: OpenHome;
  readonly #room: RoomView;
  protected readonly lights: RoomLights;

  constructor(home: OpenHome, room: RoomView) {
    this.#home = home;
    this.#room = room;
    this.lights = new RoomLights(home, () => room);
  }

  get label(): string {
    return t('lights.inRoom', { room: this.#room.name });
  }

  get state(): LampData['state'] {
    if (isLost(this.#home.link.state)) return 'lost';
    if (this.lights.isDead) return 'dead';
    return this.isOn ? 'on' : 'off';
  }

  get isOn(): boolean {
    return this.lights.isOn;
  }

  get isDisabled(): boolean {
    return this.lights.isDisabled;
  }

  get reason(): string | undefined {
    return this.lights.isDead ? t('lights.dead') : undefined;
  }

  get isBusy(): boolean {
    return this.lights.isUnderWay;
  }

  ontap = (): void => {
    if (this.isDisabled) return;
    vibration.feel('toggle');
    this.lights.toggle();
  };

  onhold = (): void => {
    const { room } = this.#room.slot;
    if (!room) return;
    vibration.feel('choice');
    pushSheet(this.#home, { of: 'room', id: room.id, part: 'lights' });
  };
}
