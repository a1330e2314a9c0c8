import { isRecord } from '#shared/home';
import { preferredLanguage } from '#shared/language';

/** A notice of the phone: its title, and the options of `showNotification`. A tap opens `data`, a URL of this origin. */
export interface PushNotice {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: string };
}

/** What a notice says whose push cannot be read: a browser demands one for each push. The worker has no messages. */
const UNREADABLE = { en: 'Look at home', uk: 'Погляньте на дім' };

/**
 * Reads the body of a declarative push: `{notification: {title, body?, tag?, lang?, navigate?, requireInteraction?}}`.
 * @param origin of the worker: a notice leads nowhere else
 * @param languages of the browser, for a body that cannot be read
 */
export function readPush(text: string, origin: string, languages: readonly string[]): PushNotice {
  const { title, body, tag, lang, navigate, requireInteraction } = notificationOf(text);
  return {
    title: textOf(title) || UNREADABLE[preferredLanguage(['en', 'uk'], languages) === 'uk' ? 'uk' : 'en'],
    options: {
      body: textOf(body),
      tag: textOf(tag),
      lang: textOf(lang),
      icon: '/icons/mantel-192.png',
      requireInteraction: requireInteraction === true,
      data: textOf(navigate).startsWith(`${origin}/`) ? textOf(navigate) : `${origin}/now/alarms`
    }
  };
}

function notificationOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && isRecord(body['notification'])) return body['notification'];
  } catch {}
  return {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
