import * as v from 'valibot';
import { pushSubscriptionSchema, WAYS } from '#shared/messages';
import { StoredLists } from '../home/live/lists';
import type { Household } from '../household/household';
import type { Screen } from '../household/screens/screen';

const addressSchema = v.object(v.entriesFromList(['url', 'language', 'timeZone', 'origin'], v.string()));
/** An address that messages go to, who reads them there, and the origin of the page that chose it, for their link. */
export type WayAddress = Readonly<v.InferOutput<typeof addressSchema>>;

const phoneSchema = v.object({ ...pushSubscriptionSchema.entries, origin: v.string() });
/** The subscription of a phone or tablet, and the origin of its page. */
export type Phone = Readonly<v.InferOutput<typeof phoneSchema>>;

/** Schema of the file with what leaves the house of a controller. */
export const storedMessagesSchema = v.object({
  controller: v.string(),
  isPushOn: v.boolean(),
  ways: v.object(v.entriesFromList(WAYS, v.nullable(addressSchema))),
  isLeftOpenTold: v.boolean(),
  /** Whether the webhook is told again while nobody has seen an alarm, and who has. */
  webhookRepeats: v.boolean(),
  /** The scene that runs at a hazard, and the screen that chose it, whose rights it has. */
  scene: v.nullable(v.object({ id: v.string(), screen: v.string(), screenName: v.string() })),
  /** By the id of the screen. */
  phones: v.record(v.string(), phoneSchema)
});
type StoredMessages = v.InferOutput<typeof storedMessagesSchema>;

const NO_WAYS = { ntfy: null, webhook: null, heartbeat: null };
const NOTHING_CHOSEN = {
  isPushOn: false,
  ways: NO_WAYS,
  isLeftOpenTold: false,
  webhookRepeats: false,
  scene: null,
  phones: {}
};

/** What leaves the house of each controller, and where to: nothing before a managing screen chose it. */
export class Messages extends StoredLists<StoredMessages> {
  /** What is chosen for a controller. */
  of(controller: string): StoredMessages {
    return this.stored(controller) ?? { ...NOTHING_CHOSEN, controller };
  }

  /** Changes what is chosen. Resolves with whether that is on the disk. */
  change(controller: string, change: Partial<Omit<StoredMessages, 'controller'>>): Promise<boolean> {
    this.keep({ ...this.of(controller), ...change });
    return this.saved(controller);
  }

  /** Sets where the messages of a screen go to; null ends them. */
  setPhone({ id, controller }: Pick<Screen, 'id' | 'controller'>, phone: Phone | null): Promise<boolean> {
    const { [id]: before, ...others } = this.of(controller).phones;
    if (!before && !phone) return Promise.resolve(true);
    return this.change(controller, { phones: phone ? { ...others, [id]: phone } : others });
  }

  /** Ends the messages of screens that end, and of those that have ended while nothing ran. Returns a function that stops it. */
  start({ screens }: Pick<Household, 'screens'>): () => void {
    for (const controller of this.controllers)
      for (const id of Object.keys(this.of(controller).phones))
        if (!screens.current(id)) void this.setPhone({ id, controller }, null);
    return screens.onEnded((screen) => void this.setPhone(screen, null));
  }
}
