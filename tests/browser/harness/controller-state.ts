import type { Page } from '@playwright/test';
import type { ControllerState } from '../../../src/shared/wire-fields';

/**
 * Replaces the controller state that the proxy sends to a page, on its current connection and on later ones. The proxy sends the state
 * right behind the home, so a page may be live before it arrives: a single message of the test's own could be overwritten.
 */
export async function replaceControllerState(page: Page): Promise<(state: ControllerState) => void> {
  let state: ControllerState = 'online';
  let send: () => void = () => undefined;
  await page.routeWebSocket(/\/live/, (socket) => {
    send = () => socket.send(JSON.stringify({ type: 'controller', state, since: Date.now() }));
    socket.connectToServer().onMessage((message) => {
      socket.send(message);
      if (state !== 'online') send();
    });
  });
  return (next) => {
    state = next;
    send();
  };
}
