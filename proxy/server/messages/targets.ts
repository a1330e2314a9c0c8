import { createHash } from 'node:crypto';
import { isHazard } from '#shared/hazards';
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
  /** In `StoredEpisode.told`. */
  readonly key: string;
  /** A digest of its address. */
  readonly to: string;
  readonly way: 'ntfy' | 'webhook' | 'push';
  /** The name of the screen; undefined for a way of the owner's. */
  readonly screen?: string;
  /** Where it is read, as an IANA name. */
  readonly timeZone: string;
  /** Whether it is told again while nobody has seen it, and who has; or only of each sensor once, and the end. */
  readonly isRepeated: boolean;
  /** Whether its reader sees the device of an alarm, and so may know at which screen it was seen. */
  readonly sees: (alarm: StoredAlarm) => boolean;
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
  const { ways, isPushOn, phones, webhookRepeats } = messages.of(controller);
  const targets: Target[] = [];
  for (const way of ['ntfy', 'webhook'] as const) {
    const address = ways[way];
    if (!address) continue;
    targets.push({
      key: way,
      to: digestOf(address.url),
      way,
      timeZone: address.timeZone,
      isRepeated: way === 'ntfy' || webhookRepeats,
      // Names of screens stay in the house.
      sees: () => false,
      send: (message) => senders[way](address, message)
    });
  }
  for (const [id, phone] of Object.entries(isPushOn ? phones : {})) {
    const screen = screens.current(id);
    // While a home is being forgotten, what endangers people there is told as before.
    if (!screen || screens.isRefused(id)) continue;
    targets.push({
      key: `push.${id}`,
      to: digestOf(phone.endpoint),
      way: 'push',
      screen: screen.name,
      timeZone: phone.timeZone,
      isRepeated: true,
      sees: ({ room }) => isInRooms(screen, room),
      mayKnow: (alarm) => mayHear(screen, alarm),
      send: (message) => senders.push(phone, message),
      // It may have got another address meanwhile.
      end: () => {
        if (messages.of(controller).phones[id]?.endpoint === phone.endpoint)
          void messages.setPhone(screen, null);
      }
    });
  }
  return targets;
}

const digestOf = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 12);

/** Whether a screen may hear of an alarm: of rooms that it does not see, of hazards alone. */
function mayHear(screen: Screen, { kind, device, room }: StoredAlarm): boolean {
  if (kind === 'drill') return true;
  if (kind === 'blind') return screen.rights.rooms === null;
  return device !== null && (isInRooms(screen, room) || isHazard(kind));
}

/** Whether a screen sees a room; null for no room. */
const isInRooms = ({ rights }: Screen, room: number | null): boolean =>
  rights.rooms === null || (room !== null && rights.rooms.includes(room));
