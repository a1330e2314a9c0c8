import type { Page } from '@playwright/test';

/** Resolves when a message of the proxy that matches has arrived at the page. Call it before the page is opened. */
export const messageOf = (page: Page, pattern: RegExp) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (pattern.test(String(payload))) resolve();
      });
    });
  });
