import { afterEach, describe, expect, it } from 'vitest';
import type { Activity } from '#shared/household';
import { i18n } from '$lib/i18n/i18n.svelte';
import { activityText as textOf } from '../../../src/features/chronicle/activity-text';

const KINDS = [
  'signed-in',
  'paired',
  'locked',
  'let-back-in',
  'setup-code-used',
  'setup-code-failed',
  'moved',
  'move-refused',
  'wrong-pins',
  'home-added',
  'home-leaving',
  'home-kept',
  'recovery-code-made',
  'recovery-code-used',
  'other-account',
  'account-replaced',
  'account-taken-back',
  'source-password'
] as const satisfies readonly Activity['kind'][];

const bare = { seq: 1, at: 0, count: 1, controller: { id: '0123456789ab', name: '' } };
const whole = {
  ...bare,
  controller: { id: '0123456789ab', name: 'Villa' },
  home: { id: 'ba9876543210', name: 'Cottage' },
  rooms: [1, 2],
  screen: { id: 's2', name: 'Kitchen tablet' },
  by: { id: 's1', name: 'Anna’s phone' }
};

const ROOMS = [
  { id: 1, name: 'Kitchen' },
  { id: 2, name: 'Hall' }
];
const activityText = (activity: Activity) => textOf(activity, (id) => ROOMS.find((room) => room.id === id));

afterEach(() => i18n.choose('en'));

describe('the text of an event', () => {
  it('says what happened, to whom and by whom', () => {
    expect(KINDS.map((kind) => activityText({ ...whole, kind }))).toEqual([
      'Kitchen tablet signed in with the password',
      'Kitchen tablet was let in by Anna’s phone',
      'The controller signed out all phones and tablets',
      'Anna’s phone let Kitchen tablet back in',
      'A setup code was used',
      'A wrong setup code was tried',
      'Anna’s phone gave Villa a new address',
      'A new address for Villa was refused',
      'Too many wrong PINs on Kitchen tablet',
      'A home was added: Cottage, from Anna’s phone',
      'Anna’s phone forgot this home: it goes in 24 h',
      'Anna’s phone took this home back',
      'Anna’s phone made a recovery code',
      'The recovery code was used · Anna’s phone',
      'Kitchen tablet signed in with another account: Kitchen and Hall',
      'Anna’s phone replaced the account of the home',
      'On Kitchen tablet, the former account took the home back',
      'Anna’s phone set a new password for the home'
    ]);
  });

  it('names the browser, or a code, where no screen of this home did it', () => {
    const { by: _by, ...stranger } = { ...whole, from: 'Chrome · Android' };
    const kinds = [
      'home-added',
      'home-leaving',
      'home-kept',
      'recovery-code-used',
      'account-replaced',
      'source-password'
    ] as const;
    expect(kinds.map((kind) => activityText({ ...stranger, kind }))).toEqual([
      'A home was added: Cottage, from Chrome · Android',
      'A code forgot this home: it goes in 24 h · Chrome · Android',
      'A code took this home back · Chrome · Android',
      'The recovery code was used · Chrome · Android',
      'The account of the home was replaced · Chrome · Android',
      'The home has a new password · Chrome · Android'
    ]);
    expect(activityText({ ...bare, kind: 'home-added', home: { id: 'ba9876543210', name: 'Cottage' } })).toBe(
      'A home was added: Cottage'
    );
  });

  it.each([
    ['by name', [1, 2], 'Kitchen and Hall'],
    ['as a number where one of them is not known', [1, 9], '2 rooms'],
    ['as the whole home', undefined, 'the whole home']
  ])('says %s what another account sees', (_, rooms, said) => {
    const { rooms: _rooms, ...without } = whole;
    const activity = { ...without, kind: 'other-account' as const, ...(rooms && { rooms }) };
    expect(activityText(activity)).toBe(`Kitchen tablet signed in with another account: ${said}`);
  });

  it('counts repeated events, and screens that were unlocked together', () => {
    expect(activityText({ ...bare, kind: 'setup-code-failed', count: 41 })).toBe(
      'A wrong setup code was tried · 41 times'
    );
    expect(activityText({ ...bare, kind: 'let-back-in', count: 7, by: whole.by })).toBe(
      'Anna’s phone let 7 phones and tablets back in'
    );
  });

  it.each(['en', 'uk'] as const)('is complete in %s with little data', async (language) => {
    await i18n.choose(language);
    for (const kind of KINDS)
      for (const activity of [
        { ...bare, kind },
        { ...whole, kind, count: 3 }
      ])
        expect(activityText(activity), kind).toMatch(/^[^{}]{10,}$/);
  });
});
