import type { Messages } from '#shared/messages';
import type { InstallWay } from '$lib/state/install/installation.svelte';

/**
 * Whether this browser gets messages, or why it cannot: they are off for the home, its page is not secure or its certificate not trusted,
 * it has to be on the home screen, it knows no messages, or it blocks them.
 */
export type PhoneState = 'on' | 'off' | 'refused' | 'certificate' | 'share' | 'absent' | 'blocked';

const workerHere = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** Asks the browser. */
export async function phoneState({ isPushOn, isSubscribed }: Messages, way: InstallWay): Promise<PhoneState> {
  const worker = await workerHere();
  if (!isPushOn) return 'refused';
  if (isSecureContext && !('PushManager' in globalThis)) return way === 'share' ? 'share' : 'absent';
  if (!worker) return 'certificate';
  if (Notification.permission === 'denied') return 'blocked';
  return isSubscribed && (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Ends what this browser has with its push service. */
export async function unsubscribe(): Promise<void> {
  await (await (await workerHere())?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Asks the user, and subscribes this browser. Its other homes may have the same subscription, so it stays, unless it is of another key. Null
 * if the user refuses, or the push service cannot be reached.
 * @param key of the box, as base64url
 */
export async function subscribe(key: string) {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return null;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const push = (await workerHere())?.pushManager;
    const again = () => unsubscribe().then(() => push?.subscribe(options));
    const { endpoint, keys } = (await push?.subscribe(options).catch(again))?.toJSON() ?? {};
    const { p256dh, auth } = keys ?? {};
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null;
  } catch {
    return null;
  }
}
