import type { Page } from '@playwright/test';
import { isRecord } from '../../../src/shared/home';

/**
 * Rewrites what the proxy says about the commands to a device: each one that ends is "controller-busy", and nothing changes.
 * It has to be called before the page connects. Returns a function that ends it.
 */
export async function failCommands(page: Page, device: number): Promise<() => void> {
  let isFailing = true;
  await page.routeWebSocket(/\/live/, (socket) => {
    socket
      .connectToServer()
      .onMessage((text) => socket.send(isFailing && typeof text === 'string' ? rewrite(text, device) : text));
  });
  return () => (isFailing = false);
}

function rewrite(text: string, device: number): string {
  const message: unknown = JSON.parse(text);
  if (!isRecord(message)) return text;
  if (Array.isArray(message['changes'])) {
    const isOther = (change: unknown) => !isRecord(change) || change['device'] !== device;
    return JSON.stringify({ ...message, changes: message['changes'].filter(isOther) });
  }
  if (message['type'] !== 'commands' || !Array.isArray(message['entries'])) return text;
  const entries = message['entries'].map((entry: unknown) =>
    isRecord(entry) && entry['device'] === device && entry['endedAt'] !== undefined
      ? { ...entry, state: 'failed', failure: { code: 'controller-busy', message: 'busy' } }
      : entry
  );
  return JSON.stringify({ ...message, entries });
}
