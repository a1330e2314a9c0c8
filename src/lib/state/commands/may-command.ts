import type { App } from '../app.svelte';

/** Whether commands can be sent now: the page is live, and its screen may do more than look. Reactive. */
export const mayCommand = ({ link, session }: Pick<App, 'link' | 'session'>): boolean =>
  link.isLive && !session.isReadOnly;
