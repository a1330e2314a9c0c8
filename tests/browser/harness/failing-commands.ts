import type { BrowserContext } from '@playwright/test';
import { isRecord } from '../../../src/shared/home';

const BUSY = { code: 'controller-busy', message: 'busy' };

/** How the commands end: the controller is busy, or no report comes. */
type End = 'failed' | 'unconfirmed';

/**
 * Rewrites what the proxy says about the commands to some devices: none that ends is confirmed, and nothing changes. It has to be called
 * before the page, or the first page of the browser, connects. Returns a function that ends it.
 */
export async function failCommands(
  page: Pick<BrowserContext, 'routeWebSocket'>,
  devices: readonly number[],
  end: End = 'failed'
): Promise<() => void> {
  let isFailing = true;
  await page.routeWebSocket(/\/live/, (socket) => {
    socket
      .connectToServer()
      .onMessage((text) =>
        socket.send(isFailing && typeof text === 'string' ? rewrite(text, devices, end) : text)
      );
  });
  return () => (isFailing = false);
}

function rewrite(text: string, devices: readonly number[], end: End): string {
  const message: unknown = JSON.parse(text);
  if (!isRecord(message)) return text;
  const isOf = ({ device }: Readonly<Record<string, unknown>>) => devices.some((id) => id === device);
  if (Array.isArray(message['changes'])) {
    const isOther = (change: unknown) => !isRecord(change) || !isOf(change);
    return JSON.stringify({ ...message, changes: message['changes'].filter(isOther) });
  }
  if (message['type'] !== 'commands' || !Array.isArray(message['entries'])) return text;
  const entries = message['entries'].map((entry: unknown) =>
    isRecord(entry) && isOf(entry) && entry['endedAt'] !== undefined
      ? { ...entry, state: end, ...(end === 'failed' && { failure: BUSY }) }
      : entry
  );
  return JSON.stringify({ ...message, entries });
}
