import { isRecord } from '#shared/home';
import { preferredLanguage } from '#shared/language';

/** What the button of a notice says to the proxy: that somebody has seen these alarms of a controller. */
export interface SeenPress {
  readonly controller: string;
  readonly alarms: readonly string[];
}

/** What a notice leads to: a page of this origin, and what its button says. */
export interface NoticeData {
  readonly url: string;
  readonly seen?: SeenPress;
}

/** The options of `showNotification`, with those that TypeScript does not know. */
export interface NoticeOptions extends NotificationOptions {
  readonly data: NoticeData;
  /** Whether a notice that takes the place of one with its tag is told again. */
  readonly renotify?: boolean;
  /** In ms, by turns on and off. */
  readonly vibrate?: readonly number[];
  readonly actions?: readonly { readonly action: typeof SEEN; readonly title: string }[];
}

/** A notice of the phone. */
export interface PushNotice {
  readonly title: string;
  readonly options: NoticeOptions;
}

/** The action of the button "I’ve seen it". */
export const SEEN = 'seen';

/** What a notice says whose push cannot be read: a browser demands one for each push. The worker has no messages. */
const UNREADABLE = { en: 'Look at home', uk: 'Погляньте на дім' };

/** How a notice vibrates that is not silent, in ms. */
const VIBRATION = [600, 200, 600, 200, 600];

/** Milliseconds that the press of a button waits for its answer: after that a browser may open no page any more. */
const PRESS_TIMEOUT_MS = 4000;
/** Maximum number and length of ids, as the proxy takes them. */
const MAX_ALARMS = 50;
const MAX_ID_LENGTH = 64;

/**
 * Reads the body of a declarative push: `{notification: {title, body?, tag?, lang?, navigate?, silent?, renotify?, requireInteraction?,
 * actions?, data?}}`. A button is shown only for what it can say.
 * @param origin of the worker: a notice leads nowhere else
 * @param languages of the browser, for a body that cannot be read
 */
export function readPush(text: string, origin: string, languages: readonly string[]): PushNotice {
  const notification = notificationOf(text);
  const { title, body, tag, lang, navigate, silent, renotify, requireInteraction } = notification;
  const url = textOf(navigate).startsWith(`${origin}/`) ? textOf(navigate) : `${origin}/now/alarms`;
  const seen = seenOf(notification['data']);
  const label = seenTitleOf(notification['actions']);
  return {
    title: textOf(title) || UNREADABLE[preferredLanguage(['en', 'uk'], languages) === 'uk' ? 'uk' : 'en'],
    options: {
      body: textOf(body),
      tag: textOf(tag),
      lang: textOf(lang),
      icon: '/icons/mantel-192.png',
      requireInteraction: requireInteraction === true,
      // A browser throws at a silent notice that vibrates, and at one without a tag that is told again.
      ...(silent === true ? { silent } : { vibrate: VIBRATION }),
      ...(renotify === true && textOf(tag) !== '' && { renotify }),
      ...(seen && label !== '' && { actions: [{ action: SEEN, title: label }] }),
      data: seen ? { url, seen } : { url }
    }
  };
}

/** Reads the data of a notice. */
export function readNoticeData(data: unknown, origin: string): NoticeData {
  const { url: named, seen: said } = isRecord(data) ? data : {};
  const url = textOf(named);
  const seen = seenOf(said);
  const own = url.startsWith(`${origin}/`) ? url : `${origin}/now/alarms`;
  return seen ? { url: own, seen } : { url: own };
}

/**
 * Tells the proxy that somebody has seen alarms, at a notice of this phone, where no PIN can be entered. Resolves to whether it is for all:
 * not if the proxy does not answer in time, or this screen is signed out.
 */
export async function pressSeen(
  { controller, alarms }: SeenPress,
  fetch: (path: string, init: RequestInit) => Promise<Response>
): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PRESS_TIMEOUT_MS);
  try {
    const response = await fetch(`/api/controllers/${controller}/alarms/seen`, {
      method: 'POST',
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ alarms, at: 'notice' }),
      signal: abort.signal
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return isRecord(answer) && answer['isForAll'] === true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function notificationOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && isRecord(body['notification'])) return body['notification'];
  } catch {}
  return {};
}

/** The controller is a part of a path, and so has no other characters than ids have. */
function seenOf(data: unknown): SeenPress | undefined {
  if (!isRecord(data) || !Array.isArray(data['alarms'])) return undefined;
  const controller = textOf(data['controller']);
  const ids: readonly unknown[] = data['alarms'];
  const alarms = ids.flatMap((id) =>
    textOf(id) !== '' && textOf(id).length <= MAX_ID_LENGTH ? textOf(id) : []
  );
  const isRight = /^[\w-]{1,64}$/.test(controller) && alarms.length > 0;
  return isRight ? { controller, alarms: alarms.slice(0, MAX_ALARMS) } : undefined;
}

/** The words of the button that is known; empty for none. */
function seenTitleOf(actions: unknown): string {
  const list: readonly unknown[] = Array.isArray(actions) ? actions : [];
  return textOf(list.filter(isRecord).find(({ action }) => action === SEEN)?.['title']);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
