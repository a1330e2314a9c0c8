import type { Page, WebSocketRoute } from '@playwright/test';
import { isRecord } from '#shared/home';

/** A frame of the page, or a message of the proxy. */
type Said = Readonly<Record<string, unknown>>;

/** The live connection of a page, in the hands of a test. */
export interface Conversation {
  /** The frames with commands that the page has sent. */
  readonly frames: readonly Said[];
  /** The number of connections so far. */
  readonly connections: number;
  /** Called with each frame before it is passed on. Return false to drop it. */
  onFrame: (frame: Said) => boolean | undefined;
  /** Called with each message of the proxy before it is passed on. Return false to drop it. */
  onMessage: (message: Said) => boolean | undefined;
  /** Breaks the current connection. */
  cut: () => Promise<void>;
}

/** Puts a test between a page and the proxy. Call it before the page is opened. */
export async function overhear(page: Page): Promise<Conversation> {
  const frames: Said[] = [];
  let current: WebSocketRoute | undefined;
  let connections = 0;
  const conversation: Conversation = {
    frames,
    get connections() {
      return connections;
    },
    onFrame: () => undefined,
    onMessage: () => undefined,
    cut: async () => {
      await current?.close({ code: 1001 });
    }
  };
  await page.routeWebSocket(/\/live\b/, (route) => {
    const server = route.connectToServer();
    current = route;
    connections++;
    route.onMessage((text) => {
      const frame = read(text);
      if (frame['type'] === 'commands') frames.push(frame);
      if (conversation.onFrame(frame) !== false) server.send(text);
    });
    server.onMessage((text) => {
      if (conversation.onMessage(read(text)) !== false) route.send(text);
    });
  });
  return conversation;
}

function read(text: string | Buffer): Said {
  if (typeof text !== 'string') return {};
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
}

/** Resolves when a message of the proxy that matches has arrived at the page. Call it before the page is opened. */
export const messageOf = (page: Page, pattern: RegExp) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (pattern.test(String(payload))) resolve();
      });
    });
  });
