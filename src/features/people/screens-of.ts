import { onePerHome } from '$lib/state/one-per';
import { PasswordGate } from './password-gate.svelte';
import { ScreensClient } from './screens-client';
import { ScreenList } from './screens.svelte';

/** The list of screens, and the services to change it. */
export interface ScreensService {
  readonly gate: PasswordGate;
  readonly client: ScreensClient;
  readonly screens: ScreenList;
}

/** Returns the services of this session. All components share one list, so that each shows the others' changes. */
export const screensOf = onePerHome(({ proxy }): ScreensService => {
  const gate = new PasswordGate(proxy);
  const client = new ScreensClient(proxy, gate);
  return { gate, client, screens: new ScreenList(client) };
});
