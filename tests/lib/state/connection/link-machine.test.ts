import { expect, it } from 'vitest';
import {
  INITIAL_LINK,
  stepLink,
  type LinkEvent,
  type LinkMoment,
  type LinkState,
  type LinkStep
} from '../../../../src/lib/state/connection/link-machine';

const start: LinkEvent = { type: 'start' };
const opened: LinkEvent = { type: 'opened' };
const closed: LinkEvent = { type: 'closed', code: 1006 };
const refused: LinkEvent = { type: 'closed', code: 1008 };
const locked: LinkEvent = { type: 'closed', code: 4001 };
const silent: LinkEvent = { type: 'silent' };
const retry: LinkEvent = { type: 'retry' };
const woke: LinkEvent = { type: 'resumed', isStale: false };
const wokeStale: LinkEvent = { type: 'resumed', isStale: true };
const gone: LinkEvent = { type: 'network-gone' };
const home: LinkEvent = { type: 'message', controller: 'online', isHome: true };
const changes: LinkEvent = { type: 'message', isHome: true };
const online: LinkEvent = { type: 'message', controller: 'online' };
const unreachable: LinkEvent = { type: 'message', controller: 'unreachable' };
const changed: LinkEvent = { type: 'message', controller: 'changed' };
const signedOut: LinkEvent = { type: 'message', controller: 'signed-out' };
const there: LinkEvent = { type: 'probed', isThere: true };
const notThere: LinkEvent = { type: 'probed', isThere: false };

/** Applies events, each at its second. Returns the last step. */
function live(events: readonly (readonly [second: number, event: LinkEvent])[], isOnline = true): LinkStep {
  return events.reduce<LinkStep>(
    (step, [second, event]) => stepLink(step.state, event, { at: second * 1000, isOnline }),
    { state: INITIAL_LINK, effects: [] }
  );
}

const begun = [[0, start]] as const;
const open = [...begun, [0, opened]] as const;
const connected = [...open, [0, home]] as const;
const away = [...connected, [3, unreachable]] as const;

it.each([
  ['connecting at first', begun, 'connecting'],
  ['connecting while open and untold', open, 'connecting'],
  ['live once the home came', connected, 'live'],
  ['live once changes came', [...open, [0, changes]], 'live'],
  ['not live by the controller’s state alone', [...open, [0, online]], 'connecting'],
  ['unreachable when the proxy says so', [...connected, [5, unreachable]], 'unreachable'],
  ['signed out when the proxy says so', [...connected, [5, signedOut]], 'signed-out'],
  ['unreachable although changes came', [...open, [0, unreachable], [0, changes]], 'unreachable'],
  ['changed when another controller answers', [...connected, [5, unreachable], [6, changed]], 'changed'],
  ['live when its own is back after another', [...connected, [5, changed], [9, online]], 'live'],
  ['live when the controller is back', [...connected, [5, unreachable], [9, online]], 'live'],
  ['offline when the first attempt fails', [...begun, [1, closed]], 'offline'],
  ['offline when the first attempt hangs', [...begun, [4, silent]], 'offline'],
  ['reconnecting when it was lost', [...connected, [5, closed]], 'reconnecting'],
  ['reconnecting while it tries', [...connected, [5, closed], [6, retry]], 'reconnecting'],
  ['offline when it stays lost', [...connected, [5, closed], [6, retry], [10, closed]], 'offline'],
  ['offline until the home has come again', [...begun, [1, closed], [2, retry], [2, opened]], 'offline'],
  ['live again', [...connected, [5, closed], [6, retry], [6, opened], [6, changes]], 'live'],
  ['reconnecting after its controller was away', [...away, [5, closed]], 'reconnecting'],
  ['reconnecting after silence', [...connected, [33, silent]], 'reconnecting'],
  ['reconnecting on waking with a stale connection', [...connected, [60, wokeStale]], 'reconnecting'],
  ['live on waking with a fresh connection', [...connected, [9, woke]], 'live'],
  ['live while a beat comes', [...connected, [15, { type: 'message' }]], 'live'],
  ['live when the probe finds the proxy', [...connected, [9, woke], [9, there]], 'live'],
  ['reconnecting when the probe gets no answer', [...connected, [9, woke], [12, notThere]], 'reconnecting']
] as const)('the phase of the link is %s', (_, events, phase) => {
  expect(live(events).state.phase).toBe(phase);
});

it('the phase of the link is offline at once if the browser has no network', () => {
  expect(live([...connected, [5, closed]], false).state.phase).toBe('offline');
  expect(live([...connected, [5, closed], [5, gone]]).state.phase).toBe('offline');
});

it('the phase of the link stays live without a network while the connection works, as on the server itself', () => {
  const step = live([...connected, [5, gone]], false);
  expect(step).toMatchObject({ state: { phase: 'live' }, effects: [{ type: 'probe' }] });
  expect(stepLink(step.state, there, { at: 6000, isOnline: false }).state.phase).toBe('live');
  expect(stepLink(step.state, notThere, { at: 6000, isOnline: false }).state.phase).toBe('offline');
});

const kinds = ({ effects }: LinkStep) => effects.map(({ type }) => type);

it.each([
  ['opens at the start', begun, ['open']],
  ['tries again and asks why when an attempt fails', [...begun, [1, closed]], ['retry', 'probe']],
  ['gives a hanging attempt up', [...begun, [4, silent]], ['close', 'retry', 'probe']],
  ['tries again when it was lost', [...connected, [5, closed]], ['retry']],
  ['reconnects after silence', [...connected, [33, silent]], ['open']],
  ['opens when it is time', [...connected, [5, closed], [6, retry]], ['open']],
  ['does not open twice', [...connected, [5, closed], [6, retry], [6, retry]], []],
  ['opens at once on waking', [...connected, [5, closed], [5.1, woke]], ['open']],
  ['restarts an old attempt when the page resumes', [...begun, [2, woke]], ['open']],
  ['leaves a fresh attempt alone on waking', [...begun, [0.5, woke]], []],
  ['looks for the proxy on waking', [...connected, [9, woke]], ['probe']],
  ['does not trust a stale connection on waking', [...connected, [60, wokeStale]], ['open']],
  ['reconnects when the probe gets no answer', [...connected, [9, woke], [12, notThere]], ['open']],
  ['passes over a probe’s answer once it is lost', [...connected, [9, closed], [9, notThere]], []],
  ['gives the session up when refused', [...connected, [5, refused]], ['session-lost']],
  ['asks and tries again when the screen is locked', [...connected, [5, locked]], ['probe', 'retry']]
] as const)('an effect of the link %s', (_, events, effects) => {
  expect(kinds(live(events))).toEqual(effects);
});

it('an effect of the link waits up to 1 s at first, and twice as long each time up to 10 s, without an end', () => {
  const waits: number[] = [];
  let state: LinkState = live(connected).state;
  const moment: LinkMoment = { at: 5000, isOnline: true };
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const step = stepLink(state, closed, moment);
    for (const effect of step.effects) if (effect.type === 'retry') waits.push(effect.withinMs);
    state = stepLink(step.state, retry, moment).state;
  }
  expect(waits.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(waits).toHaveLength(1000);
  expect(Math.max(...waits)).toBe(10_000);
});

it('an effect of the link starts with short waits again after a message of the proxy, not after opening alone', () => {
  const lost = [...connected, [5, closed], [6, retry], [6, closed], [7, retry], [7, opened]] as const;
  expect(live([...lost, [8, closed]]).effects).toMatchObject([{ type: 'retry', withinMs: 4000 }]);
  expect(live([...lost, [7, changes], [8, closed]]).effects).toMatchObject([{ withinMs: 1000 }]);
});

it('an effect of the link counts the time of a hanging attempt as waited', () => {
  const { effects } = live([...connected, [5, closed], [6, retry], [10, silent]]);
  expect(effects[1]).toEqual({ type: 'retry', withinMs: 2000, spentMs: 4000 });
});
