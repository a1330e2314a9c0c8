import { afterEach, describe, expect, it } from 'vitest';
import type { Activity } from '#shared/household';
import { i18n } from '$lib/i18n/i18n.svelte';
import { activityText } from '../../../src/features/chronicle/activity-text';

const KINDS = [
  'signed-in',
  'paired',
  'locked',
  'let-back-in',
  'setup-code-used',
  'setup-code-failed',
  'moved',
  'move-refused',
  'wrong-pins'
] as const satisfies readonly Activity['kind'][];

const bare = { seq: 1, at: 0, count: 1 };
const whole = {
  ...bare,
  controller: { id: '0123456789ab', name: 'Villa' },
  user: 'ann',
  screen: { id: 's2', name: 'Kitchen tablet' },
  by: { id: 's1', name: 'Anna’s phone' }
};

afterEach(() => i18n.choose('en'));

describe('the text of an event', () => {
  it('says what happened, to whom and by whom', () => {
    expect(KINDS.map((kind) => activityText({ ...whole, kind }))).toEqual([
      'Kitchen tablet signed in with ann’s password',
      'Kitchen tablet was let in by Anna’s phone',
      'The controller signed ann out everywhere',
      'Anna’s phone let Kitchen tablet back in',
      'A setup code was used',
      'A wrong setup code was tried',
      'Anna’s phone gave Villa a new address',
      'A new address for Villa was refused',
      'Too many wrong PINs on Kitchen tablet'
    ]);
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
        { ...bare, kind, user: 'ann' },
        { ...whole, kind, count: 3 }
      ])
        expect(activityText(activity), kind).toMatch(/^[^{}]{10,}$/);
  });
});
