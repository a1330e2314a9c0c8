import { pushSheet } from '$features/navigation/sheet-navigation';
import { isLost } from '$features/view-models/link-states';
import type { LampOf } from '$features/view-models/live-room.svelte';
import type { LampData } from '$features/view-models/room-data';
import { vibration } from '$lib/gestures/vibration';
import { t } from '$lib/i18n/i18n.svelte';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { RoomLights } from './room-lights.svelte';

/** Makes lamps that switch the lights of their room with a touch; a hold opens their sheet. */
export function roomLampsOf(home: OpenHome): LampOf {
  // Lamps are made in a derived, which must not change anything.
  void home.service(HomeCommands);
  return (room) => new RoomLamp(home, () => room);
}

/** The lights of a room as one lamp. */
export class RoomLamp extends RoomLights implements LampData {
  get label(): string {
    return t('lights.inRoom', { room: this.room().name });
  }

  get state(): LampData['state'] {
    if (isLost(this.home.link.state)) return 'lost';
    if (this.isDead) return 'dead';
    return this.isOn ? 'on' : 'off';
  }

  get reason(): string | undefined {
    return this.isDead ? t('lights.dead') : undefined;
  }

  get isBusy(): boolean {
    return this.isUnderWay;
  }

  ontap = (): void => {
    if (this.isDisabled) return;
    vibration.feel('toggle');
    this.toggle();
  };

  onhold = (): void => {
    const { room } = this.room().slot;
    if (!room) return;
    vibration.feel('choice');
    pushSheet(this.home, { of: 'room', id: room.id, part: 'lights' });
  };
}
