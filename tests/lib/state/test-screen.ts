import { onTestFinished } from 'vitest';
import type { Params } from '#shared/home';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import type { Session } from '#shared/wire';
import { createApp, openHomeCode, type App } from '../../../src/lib/state/app.svelte';
import { LocalCache } from '../../../src/lib/state/home/local-cache.svelte';
import { OpenHome } from '../../../src/lib/state/open-home.svelte';
import { createTestEnvironment, settled } from './test-environment';
import { aHome, aLamp } from './test-home';

/** A session that sees the whole home and manages it. */
export const ann: Session = {
  controller: { id: '0123456789ab', name: 'Home', address: '192.168.1.5' },
  account: 'ann',
  screen: { id: 's1', name: 'Phone' },
  rights: MANAGING_RIGHTS,
  locked: false
};
/** A session at the same home that sees one room of it. */
export const guest: Session = {
  controller: ann.controller,
  screen: { id: 's2', name: 'Phone' },
  rights: { ...FULL_RIGHTS, rooms: [2] },
  locked: false
};
/** A home in the format of the store and of the proxy. */
export const home = aHome({ rooms: [{ id: 1, name: 'Hall' }], devices: [aLamp(1), aLamp(2)] });
export const keptHome = { controller: ann.controller.id, rooms: null, revision: 'e.1', asOf: 500_000, home };
export const snapshot = { type: 'home', revision: 'e.5', controller: { state: 'online', since: 1 }, home };
/** The live message that the first lamp has these values. */
export const changed = (revision: string, params: Params) => ({
  type: 'changes',
  revision,
  changes: [{ device: 1, params }]
});

/** Returns the home that an app shows. */
export function openedIn({ opened }: App): OpenHome {
  if (!opened) throw new Error('No home is open.');
  return opened;
}

/** A home that is not connected, of an app without a session. */
export function anOpenHome({ environment } = createTestEnvironment()): OpenHome {
  const { proxy, session, demoNames } = createApp(environment);
  const cache = new LocalCache(environment);
  const { id } = ann.controller;
  return new OpenHome({ id, environment, proxy, session, demoNames, cache, outdated: () => undefined });
}

/** A screen before the app opens, with the data of an earlier visit. */
export function aScreen({ session, kept }: { session?: Session; kept?: unknown } = {}) {
  const world = createTestEnvironment();
  if (session) world.signIn(session);
  if (kept) world.store.keep('home', kept);
  const start = async (version: string | null = null) => {
    const app = createApp({ ...world.environment, version });
    await openHomeCode.load();
    const stop = app.start();
    onTestFinished(stop);
    await settled();
    return { app, stop };
  };
  return { ...world, start };
}

/** A screen that is signed in and live. */
export async function aLiveScreen() {
  const screen = aScreen({ session: ann, kept: keptHome });
  const running = await screen.start();
  const socket = screen.sockets.last;
  socket.open();
  socket.beat(1_000);
  socket.say(snapshot);
  socket.say({ type: 'commands', isWhole: true, entries: [], batches: [], instance: 'p' });
  return {
    ...screen,
    ...running,
    opened: openedIn(running.app),
    /** Answers the last frame. */
    take() {
      const id = socket.frames.at(-1)?.['id'];
      socket.say({ type: 'taken', id, batch: { id, by: null, at: 1, expiresAt: 2 }, entries: [] });
    },
    refuse(code: string) {
      socket.say({ type: 'refused', id: socket.frames.at(-1)?.['id'], error: { code, message: code } });
    }
  };
}
