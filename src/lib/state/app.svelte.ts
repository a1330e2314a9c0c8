import { getContext, setContext } from 'svelte';
import { Commands } from './commands.svelte';
import { Finder } from './finder.svelte';
import { HomeState } from './home.svelte';
import { Link } from './link.svelte';
import { Preferences } from './preferences.svelte';
import { SessionState } from './session.svelte';
import { Updates } from './updates.svelte';

/** Everything the pages know and do, composed once. */
export interface App {
  readonly home: HomeState;
  readonly link: Link;
  readonly commands: Commands;
  readonly session: SessionState;
  readonly finder: Finder;
  readonly preferences: Preferences;
  readonly updates: Updates;
  /** Whether the browser keeps the home for later; false: it is shown only while connected. */
  readonly isStorageKept: boolean;
  /** Starts it all (what is stored is read, then the proxy is asked); returns the stop. */
  start(): () => void;
}

/** Composes the app. Nothing happens before `start`. */
export function createApp(): App {
  return {
    home: new HomeState(),
    link: new Link(),
    commands: new Commands(),
    session: new SessionState(),
    finder: new Finder(),
    preferences: new Preferences(),
    updates: new Updates(),
    isStorageKept: true,
    start: () => () => undefined
  };
}

const KEY = Symbol('app');

/** Gives the app to the components below. */
export const setApp = (app: App): App => setContext(KEY, app);

/** The app, as the root layout gave it. */
export const getApp = (): App => getContext<App>(KEY);
