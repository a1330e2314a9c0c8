import type { Sent } from '../base/net/outgoing';
import type { InboxHousehold } from '../commands/command-inbox';
import type { Alarms } from '../home/alarms/alarms';
import type { StoredAlarm } from '../home/alarms/stored-alarms';
import type { Layouts } from '../home/layouts/layouts';
import type { Screen } from '../household/screens/screen';
import type { AlarmMessage } from './message-text';
import type { Messages } from './messages';
import type { Senders } from './senders';

/** Where messages go: a way of the owner's, or a phone. */
export interface Target {
  /** In `StoredAlarm.done`. */
  readonly key: string;
  readonly way: 'ntfy' | 'webhook' | 'push';
  /** The name of the screen; undefined for a way of the owner's. */
  readonly screen?: string;
  /** Whether a phone may know of an alarm. */
  readonly mayKnow?: (alarm: StoredAlarm) => boolean;
  readonly send: (message: AlarmMessage) => Promise<Sent>;
  /** Ends a phone: its service says that it has gone. */
  readonly end?: () => void;
}

/** What messages depend on. */
export interface MessagesHouse extends InboxHousehold {
  readonly alarms: Alarms;
  readonly messages: Messages;
  readonly layouts: Layouts;
  readonly senders: Senders;
}

/** Where the messages of a controller go now. */
export function targetsOf(controller: string, { screens, messages, senders }: MessagesHouse): Target[] {
  const { ways, isPushOn, phones } = messages.of(controller);
  const targets: Target[] = [];
  for (const way of ['ntfy', 'webhook'] as const) {
    const address = ways[way];
    if (address) targets.push({ key: way, way, send: (message) => senders[way](address, message) });
  }
  for (const [id, phone] of Object.entries(isPushOn ? phones : {})) {
    const screen = screens.current(id);
    if (!screen || screen.locked) continue;
    targets.push({
      key: `push.${id}`,
      way: 'push',
      screen: screen.name,
      mayKnow: (alarm) => mayHear(screen, alarm),
      send: (message) => senders.push(phone, message),
      end: () => void messages.setPhone(screen, null)
    });
  }
  return targets;
}

/** Whether a screen may hear of an alarm: of its own user's home; of rooms that it does not see, of hazards alone. */
function mayHear({ user, rights }: Screen, { kind, device, room, users }: StoredAlarm): boolean {
  if (kind === 'drill') return true;
  if (kind === 'blind') return rights.rooms === null;
  const isOther = kind === 'armed' || kind === 'left-open';
  const isInRooms = rights.rooms === null || (room !== null && rights.rooms.includes(room));
  return device !== null && users.includes(user) && (isInRooms || !isOther);
}
