import { FORMER_KEY, STORE_NAMES, type Store } from '$lib/storage/store';
import { ABOUT_HOME, FORMER_SIGN_OUT, settingsOf, type Settings } from '../preferences/settings';
import type { ProxyClient } from '../proxy/proxy-client';
import type { Homes } from './homes.svelte';

/** Records of the home that still earlier versions kept. */
const OLDER = ['shape', 'snapshot'];

/**
 * Gives the home of a version before, which had one for each browser, what is kept of it, or completes its sign-out. A later start finds
 * nothing of that version.
 * @param home the id of its controller; undefined if no session is kept
 */
export async function adoptFormerHome(
  { store, settings }: { readonly store: Store; readonly settings: Settings },
  { homes, proxy }: { readonly homes: Homes; readonly proxy: ProxyClient },
  home: string | undefined
): Promise<void> {
  if (settings.read(FORMER_SIGN_OUT) !== null) {
    // It did not note at which home.
    const me = await proxy.call('GET /api/me');
    if (me.ok) homes.put({ id: me.value.controller.id, name: '', leaving: 'revoke' });
    if (me.ok || me.error.code === 'not-signed-in') settings.remove(FORMER_SIGN_OUT);
  } else if (home !== undefined) {
    await Promise.all(
      STORE_NAMES.map(async (name) => store.write(name, home, await store.read(name, FORMER_KEY)))
    );
    for (const name of ABOUT_HOME) {
      const value = settings.read(name);
      if (value !== null) settingsOf(settings, home).write(name, value);
    }
  }
  for (const name of [...ABOUT_HOME, ...OLDER]) settings.remove(name);
  await store.wipe(FORMER_KEY);
}
