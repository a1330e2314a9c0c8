import * as v from 'valibot';
import type { generateRequestDetails } from 'web-push';
import { fail } from '#shared/errors';
import type { Outgoing, Sent } from '../base/net/outgoing';
import type { SealedStore } from '../base/store/sealed-store';
import { messageText, type AlarmMessage } from './message-text';
import { phrase } from './message-words';
import type { Phone, WayAddress } from './messages';

/** The key pair of this box for push services (VAPID, RFC 8292), as base64url. */
export const pushKeysSchema = v.object({ publicKey: v.string(), privateKey: v.string() });
export type PushKeys = Readonly<v.InferOutput<typeof pushKeysSchema>>;

/** The key pair of this box for push services, made at the first start: subscriptions are bound to it. */
export async function openPushKeys(store: SealedStore): Promise<PushKeys> {
  const file = store.file('push-keys', v.nullable(pushKeysSchema), null);
  const known = await file.read();
  const keys = known ?? (await import('web-push')).default.generateVAPIDKeys();
  if (!known) file.write(keys);
  return keys;
}

/**
 * Who push services may write to. They want an address, and Apple answers 403 (`BadJwtToken`) to `localhost` and to names that cannot
 * exist, such as `.local` and `.invalid`. A household has none to give away: this one is valid, reserved (RFC 2606), nobody's, and taken by
 * all.
 */
const CONTACT = 'mailto:noreply@example.com';

/** For how long a push service keeps a message for a phone that is off, in seconds: a day. What is over replaces it. */
const PUSH_TTL_S = 24 * 3_600;

/** The version of declarative messages: the number of RFC 8030. */
const DECLARATIVE = 8030;

/** Priorities of ntfy: it sounds again and again, as an ordinary one, not at all. */
const LOUD = 5;
const ORDINARY = 3;
const QUIET = 2;

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Sends a message by each way, once. Only what, which room and when leave the house. */
export class Senders {
  readonly #outgoing: Pick<Outgoing, 'send'>;
  readonly #keys: PushKeys;

  constructor({ outgoing, keys }: { outgoing: Pick<Outgoing, 'send'>; keys: PushKeys }) {
    this.#outgoing = outgoing;
    this.#keys = keys;
  }

  /** Sends to a phone by Web Push, encrypted for it alone. A retry replaces what still waits at the push service. */
  async push({ endpoint, keys, origin, ...reader }: Phone, message: AlarmMessage): Promise<Sent> {
    const { title, body } = messageText(message, reader);
    const { tag, rings, controller, alarms } = message;
    const { language } = reader;
    const payload = {
      web_push: DECLARATIVE,
      notification: {
        title,
        body,
        tag,
        lang: language,
        navigate: noticeLink(origin, message),
        silent: !rings,
        renotify: rings,
        requireInteraction: rings,
        ...(alarms.length > 0 && {
          // A browser that shows declarative messages itself opens the page.
          actions: [
            { action: 'seen', title: phrase('see', language), navigate: alarmsPage(origin, controller) }
          ],
          data: { controller, alarms }
        })
      }
    };
    const request = await encrypt({ endpoint, keys }, JSON.stringify(payload), {
      TTL: PUSH_TTL_S,
      urgency: rings ? 'high' : 'normal',
      topic: tag,
      vapidDetails: { subject: CONTACT, ...this.#keys }
    }).catch(() => undefined);
    if (!request) return fail('not-delivered', 'the keys of its browser are not valid');
    const { method, headers, body: encrypted } = request;
    return this.#outgoing.send({ url: endpoint, purpose: 'push', method, headers, body: encrypted });
  }

  /**
   * Publishes to a topic of ntfy, as JSON. Newer servers and apps replace what has the same `sequence_id`. The query of the address, such as
   * `?auth=…`, is kept.
   */
  async ntfy({ url, origin, ...reader }: WayAddress, message: AlarmMessage): Promise<Sent> {
    const [, server, topic, query = ''] =
      /^([^?#]*:\/\/[^?#]+\/)([\w-]{1,64})\/?(\?[^#]*)?(?:#|$)/.exec(url) ?? [];
    if (server === undefined) return fail('bad-address', 'no topic at the end of the address');
    const { title, body } = messageText(message, reader);
    const { over, rings } = message;
    return this.#post(server + query, {
      topic,
      title,
      message: body,
      sequence_id: message.tag,
      click: noticeLink(origin, message),
      priority: rings ? LOUD : over === undefined ? QUIET : ORDINARY,
      tags: [rings ? 'rotating_light' : over === undefined ? 'eyes' : 'white_check_mark']
    });
  }

  /**
   * Posts `{kind, room, more?, home?, at, over?, seen?, tag, title, text}` to a webhook: `kind` and `room` of the most urgent place, `room`
   * null for none, `more` the number of other places, `home` where the household has several, times in ISO 8601.
   */
  async webhook({ url, ...reader }: WayAddress, message: AlarmMessage): Promise<Sent> {
    const { at, over, seen, home, lines, tag } = message;
    const { title, body } = messageText(message, reader);
    const [{ kind, room }, ...more] = lines;
    const isoOf = (time: number) => new Date(time).toISOString();
    return this.#post(url, {
      kind,
      room,
      ...(more.length > 0 && { more: more.length }),
      ...(home !== undefined && { home }),
      at: isoOf(at),
      ...(over !== undefined && { over: isoOf(over) }),
      ...(seen && { seen: isoOf(seen.at) }),
      tag,
      title,
      text: body
    });
  }

  /** Calls the address of a watchdog. */
  heartbeat(url: string): Promise<Sent> {
    return this.#outgoing.send({ url, purpose: 'owner', method: 'GET' });
  }

  #post(url: string, body: object): Promise<Sent> {
    const request = { url, purpose: 'owner', method: 'POST', headers: JSON_HEADERS } as const;
    return this.#outgoing.send({ ...request, body: JSON.stringify(body) });
  }
}

/** The page with the alarms of a home. */
const alarmsPage = (origin: string, controller: string) => `${origin}/h/${controller}/now/alarms`;

/** The address of a notice in the app: all that it shows is in it, since the box may be out of reach by then. */
export function noticeLink(origin: string, { controller, tag, lines, at, over }: AlarmMessage): string {
  const [{ kind, room }] = lines;
  const where = {
    ...(room !== null && { room }),
    at: `${at}`,
    ...(over !== undefined && { over: `${over}` })
  };
  return `${alarmsPage(origin, controller)}?${new URLSearchParams({ tag, kind, ...where }).toString()}`;
}

/** Rejects if the keys of a subscription are none. The library is loaded at the first push, since it takes 6 MB. */
const encrypt = async (...parts: Parameters<typeof generateRequestDetails>) =>
  (await import('web-push')).default.generateRequestDetails(...parts);
