import { createApp, type App } from '$lib/state/app.svelte';
import type { Rights } from '#shared/rights';
import type { Session } from '#shared/wire';
import type { Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { createTestEnvironment } from '../lib/state/test-environment';
import InApp from './in-app.svelte';

/** An app with a signed-in user of these rights, and its proxy. */
export async function anApp(rights: Rights) {
  const world = createTestEnvironment();
  const session: Session = {
    controller: { id: '0123456789ab', name: 'Home', address: '192.168.1.5' },
    user: 'ann',
    screen: { id: 's1', name: 'Phone' },
    rights,
    locked: false
  };
  world.store.values.set('session', session);
  const app = createApp(world.environment);
  onTestFinished(app.start());
  await new Promise<void>((resolve) => {
    const stop = app.session.subscribe(() => {
      stop();
      resolve();
    });
  });
  return { app, proxy: world.proxy };
}

/** Renders a component within an app. */
export const renderIn = <P extends Record<string, unknown>>(app: App, shown: Component<P>, given: P) =>
  render(InApp<P>, { props: { app, shown, given } });
