import { lazy, type Lazy } from '$lib/lazy.svelte';
import { i18n } from './i18n.svelte';

/** Waits for late code and for all messages. Rejects if either cannot be loaded: a page without its messages would be blank. */
export async function withMessages<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded, hasMessages] = await Promise.all([code, i18n.loadAll()]);
  if (!hasMessages) throw new Error('the messages could not be loaded');
  return loaded;
}

/** A component that is loaded late with all messages: `lazyView(() => import('./Sheet.svelte'))`. */
export const lazyView = <View>(fetch: () => Promise<{ readonly default: View }>): Lazy<View> =>
  lazy(async () => (await withMessages(fetch())).default);
