import { beforeEach, expect, it } from 'vitest';
import type { InstallPrompt } from '../../../../src/lib/state/install/install-prompt';
import { Installation, type InstallEnvironment } from '../../../../src/lib/state/install/installation.svelte';
import { createTestEnvironment } from '../test-environment';

const HOME = 'https://mantel.local:8443';
const HOUR = 3_600_000;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)';

/** A browser that can offer an install, with chosen answers. */
class FakePrompt implements InstallPrompt {
  ready = true;
  answer = true;
  asked = 0;
  readonly watchers = new Set<() => void>();

  isReady = () => this.ready;
  subscribe = (listener: () => void) => {
    this.watchers.add(listener);
    return () => void this.watchers.delete(listener);
  };
  ask = async () => {
    this.asked += 1;
    this.turn(false);
    return this.answer;
  };
  turn(ready: boolean): void {
    this.ready = ready;
    for (const listener of this.watchers) listener();
  }
}

let world: ReturnType<typeof createTestEnvironment>;
let prompt: FakePrompt;
let pageInfo: { origin: string; secure: boolean; standalone: boolean };
let userAgent: string;

beforeEach(() => {
  world = createTestEnvironment();
  prompt = new FakePrompt();
  pageInfo = { origin: HOME, secure: true, standalone: false };
  userAgent = 'X11; Linux';
});

/** A visit: its state and a function that ends it. */
function visit(origins: readonly string[] | null = [HOME, 'https://192.168.1.5:8443']) {
  const environment: InstallEnvironment = {
    ...world.environment,
    screen: { userAgent, maxTouchPoints: 0 },
    installPrompt: prompt,
    pageInfo: {
      origin: pageInfo.origin,
      isSecure: () => pageInfo.secure,
      isStandalone: () => pageInfo.standalone
    }
  };
  const installation = new Installation(environment);
  const stop = installation.start();
  if (origins) installation.setOrigins(origins);
  return { installation, stop };
}

/** A first visit that has ended. */
function aVisitBefore(): void {
  visit().stop();
  world.clock.pass(HOUR);
}

it('the install notice waits for the second visit, and a reload is not a visit', () => {
  expect(visit().installation.isOffered).toBe(false);
  world.clock.pass(HOUR / 3);
  expect(visit().installation.isOffered).toBe(false);
  world.clock.pass(HOUR);
  expect(visit().installation.isOffered).toBe(true);
});

it("the install notice is never shown again after a refusal, of ours or of the browser's question", async () => {
  aVisitBefore();
  visit().installation.decline();
  world.clock.pass(HOUR);
  expect(visit().installation.isOffered).toBe(false);

  world.settings.values.clear();
  aVisitBefore();
  prompt.answer = false;
  await visit().installation.ask();
  prompt.turn(true);
  world.clock.pass(HOUR);
  expect(visit().installation.isOffered).toBe(false);
});

it("the install notice opens the browser's question when it is accepted, and ends then", async () => {
  aVisitBefore();
  const { installation } = visit();
  await installation.ask();
  expect({ asked: prompt.asked, way: installation.way, isOffered: installation.isOffered }).toEqual({
    asked: 1,
    way: 'installed',
    isOffered: false
  });
});

it('the install notice is shown as soon as the browser can ask', () => {
  aVisitBefore();
  prompt.ready = false;
  const { installation } = visit();
  expect(installation.isOffered).toBe(false);
  prompt.turn(true);
  expect(installation.isOffered).toBe(true);
});

it('the install notice is shown on the permanent origin only, and not before that is known', () => {
  aVisitBefore();
  expect(visit(null).installation.isOffered).toBe(false);
  pageInfo.origin = 'https://192.168.1.5:8443';
  const { installation } = visit();
  expect({ isOffered: installation.isOffered, way: installation.way }).toEqual({
    isOffered: false,
    way: 'elsewhere'
  });
  expect(installation.permanent).toBe(HOME);
  pageInfo.origin = 'http://127.0.0.1:8420';
  expect(visit([]).installation.isOffered).toBe(true);
});

it("the install notice knows the server's other addresses on a visit without a response here", () => {
  visit().stop();
  expect(visit(null).installation.origins).toEqual([HOME, 'https://192.168.1.5:8443']);
});

it.each([
  ['there already', () => (pageInfo.standalone = true), 'installed'],
  ['not over plain http', () => (pageInfo.secure = false), 'insecure'],
  ['by the browser’s question', () => undefined, 'prompt'],
  ['by its menu if it does not ask', () => (prompt.ready = false), 'menu'],
  [
    'by the share button on iOS',
    () => {
      prompt.ready = false;
      userAgent = IPHONE;
    },
    'share'
  ]
])('the way to the home screen is %s', (_, arrange, way) => {
  arrange();
  expect(visit().installation.way).toBe(way);
});
