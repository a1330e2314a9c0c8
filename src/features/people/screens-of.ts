import type { OpenHome } from '$lib/state/open-home.svelte';
import { PasswordGate } from './password-gate.svelte';
import { ScreensClient } from './screens-client';
import { ScreenList } from './screens.svelte';

/** The list of screens, and what changes it: a service of the home. All components share one list, so that each shows the others' changes. */
export class ScreensService {
  readonly gate: PasswordGate;
  readonly client: ScreensClient;
  readonly screens: ScreenList;

  constructor({ proxy }: OpenHome) {
    this.gate = new PasswordGate(proxy);
    this.client = new ScreensClient(proxy, this.gate);
    this.screens = new ScreenList(this.client);
  }
}
