import { describe, expect, it } from 'vitest';
import { EMPTY_HOME, type Home } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import { EMPTY_LAYOUT } from '#shared/layout';
import { LayoutText } from '../../../proxy/live/layout-text';
import { WatchedHome } from '../../../proxy/live/watched-home';
import { FakeClock } from '../../support/fake-clock';

function homeOf(...ids: number[]): Home {
  const devices = ids.flatMap((id) => decodeDevice({ id }) ?? []);
  return { ...EMPTY_HOME, devices };
}

function watched(home: Home) {
  const watchedHome = new WatchedHome(new FakeClock());
  watchedHome.applySnapshot(home, Infinity);
  return watchedHome;
}

const layout = { ...EMPTY_LAYOUT, favourites: [1, 2] };

describe('the layout of a view as a message', () => {
  it('is encoded once for all screens of the view', () => {
    const text = new LayoutText(watched(homeOf(1, 2)), [1]);
    expect(text.message(layout)).toBe(text.message(layout));
  });

  it('is encoded again for another layout', () => {
    const text = new LayoutText(watched(homeOf(1, 2)), null);
    text.message(layout);
    expect(JSON.parse(text.message({ ...layout, favourites: [2] }).toString())).toEqual({
      type: 'layout',
      layout: { ...layout, favourites: [2] }
    });
  });

  it('is encoded again for some rooms when the home was replaced', () => {
    const home = watched(homeOf(1, 2, 3));
    const text = new LayoutText(home, [1]);
    expect(text.message(layout).toString()).toContain('"favourites":[1,2]');
    home.applySnapshot(homeOf(2, 3), Infinity);
    expect(text.message(layout).toString()).toContain('"favourites":[2]');
  });
});
