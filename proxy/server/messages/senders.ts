import * as v from 'valibot';
import type { generateRequestDetails } from 'web-push';
import { fail } from '#shared/errors';
import type { Outgoing, Sent } from '../base/net/outgoing';
import type { SealedStore } from '../base/store/sealed-store';
import { messageText, type AlarmMessage } from './message-text';
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
 * exist, such as `.local` and `.invalid`. A household has none to give away: this one is valid, reserved (RFC 2606), nobody's, and taken by all.
 */
const CONTACT = 'mailto:noreply@example.com';

/** For how long a push service keeps a message for a phone that is off, in seconds. */
const PUSH_TTL_S = 3_600;

/** The version of declarative messages: the number of RFC 8030. */
const DECLARATIVE = 8030;

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
    const { tag } = message;
    const navigate = noticeLink(origin, message);
    const notification = { title, body, tag, lang: reader.language, navigate, silent: false };
    const payload = { web_push: DECLARATIVE, notification: { ...notification, requireInteraction: true } };
    const request = await encrypt({ endpoint, keys }, JSON.stringify(payload), {
      TTL: PUSH_TTL_S,
      urgency: 'high',
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
    const isOver = message.over !== undefined;
    return this.#post(server + query, {
      topic,
      title,
      message: body,
      sequence_id: message.tag,
      click: noticeLink(origin, message),
      priority: isOver ? 3 : 5,
      tags: [isOver ? 'white_check_mark' : 'rotating_light']
    });
  }

  /**
   * Posts `{kind, room, home?, at, over?, tag, title, text}` to a webhook: `at` and `over` in ISO 8601, `room` null for none, `home` where
   * the household has several.
   */
  async webhook({ url, ...reader }: WayAddress, message: AlarmMessage): Promise<Sent> {
    const { at, over, controller: _, ...rest } = message;
    const { title, body } = messageText(message, reader);
    const times = {
      at: new Date(at).toISOString(),
      ...(over !== undefined && { over: new Date(over).toISOString() })
    };
    return this.#post(url, { ...rest, ...times, title, text: body });
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

/** The address of a notice in the app: all that it shows is in it, since the box may be out of reach by then. */
export function noticeLink(origin: string, { controller, tag, kind, room, at, over }: AlarmMessage): string {
  const where = {
    ...(room !== null && { room }),
    at: `${at}`,
    ...(over !== undefined && { over: `${over}` })
  };
  return `${origin}/h/${controller}/now/alarms?${new URLSearchParams({ tag, kind, ...where }).toString()}`;
}

/** Rejects if the keys of a subscription are none. The library is loaded at the first push, since it takes 6 MB. */
const encrypt = async (...parts: Parameters<typeof generateRequestDetails>) =>
  (await import('web-push')).default.generateRequestDetails(...parts);
