import { describe, expect, it } from 'vitest';
import type { OtherHome } from '#shared/wire-live';
import { linkOf } from '../../../src/features/people/home-link-state';
import { settled } from '../../lib/state/test-environment';
import { ann, aScreen, keptHome, snapshot } from '../../lib/state/test-screen';

const LAKE = 'ba9876543210';

describe('what the list of homes says of a connection', () => {
  const setUp = async () => {
    const screen = aScreen({ session: ann, kept: keptHome });
    const { app } = await screen.start();
    screen.sockets.last.open();
    screen.sockets.last.say(snapshot);
    const tell = async (...homes: Partial<OtherHome>[]) => {
      const told = homes.map((home) => ({ id: LAKE, name: 'Lake house', dangers: [], ...home }));
      screen.sockets.last.say({ type: 'homes', homes: told });
      await settled();
    };
    const labels = () => [ann.controller.id, LAKE].map((home) => linkOf(app, home).label);
    return { ...screen, app, tell, labels };
  };

  it('is the own state for the home that is shown, and nothing for others before the link has told theirs', async () => {
    const { app, labels, tell, sockets } = await setUp();
    expect(labels()).toEqual(['Live', '']);
    await tell({ state: 'unreachable' });
    expect(labels()).toEqual(['Live', 'Controller not responding']);
    expect(linkOf(app, LAKE).isUnreachable).toBe(true);
    expect([ann.controller.id, LAKE].map((home) => linkOf(app, home).isLive)).toEqual([true, false]);
    await tell();
    expect(labels()).toEqual(['Live', 'Signed out']);
    await tell({ state: 'unreachable' });
    sockets.last.close();
    await settled();
    expect(labels()[1]).toBe('');
    expect(linkOf(app, LAKE).isUnreachable).toBe(false);
  });

  it('is that a home is being forgotten, which is not offered again', async () => {
    const { app, tell } = await setUp();
    await tell({ state: 'unreachable', leaving: true });
    expect(linkOf(app, LAKE)).toMatchObject({ label: 'Is being forgotten', isUnreachable: false });
  });
});
