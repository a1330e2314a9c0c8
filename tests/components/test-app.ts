import type { Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { isFull, type Rights } from '#shared/rights';
import type { Session } from '#shared/wire';
import { createApp, openHomeCode, type App } from '$lib/state/app.svelte';
import { createTestEnvironment } from '../lib/state/test-environment';
import { ann } from '../lib/state/test-screen';
import InApp from './in-app.svelte';

/**
 * An app that is signed in with these rights, and more of its session, its proxy, its clock and its page's events. Only full rights know
 * the account.
 */
export async function anApp(rights: Rights, more: Partial<Session> = {}) {
  const world = createTestEnvironment();
  const { account = '', ...own } = ann;
  world.signIn({ ...own, ...(isFull(rights) && { account }), rights, ...more });
  const app = createApp(world.environment);
  await openHomeCode.load();
  onTestFinished(app.start());
  await new Promise<void>((resolve) => {
    const stop = app.session.subscribe(() => {
      stop();
      resolve();
    });
  });
  return { app, proxy: world.proxy, clock: world.clock, page: world.page };
}

/** Renders a component within an app. */
export const renderIn = <P extends Record<string, unknown>>(app: App, shown: Component<P>, given: P) =>
  render(InApp<P>, { props: { app, shown, given } });
