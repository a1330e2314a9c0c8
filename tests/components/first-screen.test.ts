import '../../src/app.css';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '$lib/i18n/i18n.svelte';
import { first as en } from '$lib/i18n/messages/en';
import { browserSettings, settingsOf } from '$lib/state/preferences/settings';
import { FirstScreen } from '../../src/features/home/screen/first-screen.svelte';
import type { HomeScreenData } from '../../src/features/home/screen/home-screen';
import { recordedScreen, writeRecord } from '../../src/features/home/screen/record';

/** The home of this browser. */
const HOME = '02005e100001';
const KEY = `mantel.first-screen.${HOME}`;
const LINK = { state: 'reconnecting', text: 'As of 22 Nov, 14:05' } as const;

/** What `recordedScreen` has made of `aScreen`. */
const OF_FORMAT_2 = `{"late":"Not started.","screen":{"link":{"state":"reconnecting","text":"As of 22 Nov, 14:05"},
  "base":"","title":"Home","chips":[{"list":"lights","label":"3 lights on","tone":"on","icon":"M3 3"}],
  "scenes":[{"id":"film","name":"Film","icon":"M6 6"}],"favourites":[{"id":7,"room":"Kitchen","row":"level","still":{"name":"Floor lamp","icon":"M4 4","state":"42 %","tone":"on"}}],
  "floors":[{"key":"section-1","title":"Ground floor","icon":"M5 5","rooms":[{"key":"0","name":"Kitchen","icon":"M1 1",
  "degrees":"21.4°","readings":[{"label":"Humidity","text":"47 %"}],"chips":[{"icon":"M2 2","text":"2","label":"2 open",
  "tone":"on"}],"isLit":true,"lamp":{"label":"Lights in Kitchen","isOn":true,"isDisabled":true,"state":"on"}}]}],
  "mayEdit":true,"isStale":true},"format":2,"language":"en"}`;

let root: HTMLElement;
let first: FirstScreen;

const aRoom = (key: string, name: string): HomeScreenData['floors'][number]['rooms'][number] => ({
  key,
  name,
  icon: 'M1 1',
  degrees: '21.4°',
  isLit: true,
  readings: [{ label: 'Humidity', text: '47 %' }],
  chips: [{ icon: 'M2 2', text: '2', label: '2 open', tone: 'on' }],
  lamp: { label: `Lights in ${name}`, state: 'on', isOn: true, isDisabled: false, isBusy: true }
});
const aScreen = (names = ['Kitchen', 'Bathroom']): HomeScreenData => ({
  base: '',
  title: 'Home',
  link: { state: 'live' },
  isStale: false,
  chips: [{ list: 'lights', label: '3 lights on', tone: 'on', icon: 'M3 3' }],
  scenes: [{ id: 'film', name: 'Film', icon: 'M6 6' }],
  mayEdit: true,
  hasOthers: false,
  favourites: [
    {
      id: 7,
      room: 'Kitchen',
      row: 'level',
      still: { name: 'Floor lamp', icon: 'M4 4', state: '42 %', tone: 'on' }
    }
  ],
  floors: [
    {
      key: 'section-1',
      title: 'Ground floor',
      icon: 'M5 5',
      rooms: names.map((name, at) => aRoom(`${at}`, name))
    }
  ]
});
const keep = (screen = aScreen()) =>
  writeRecord(settingsOf(browserSettings(), HOME), {
    late: 'Not started.',
    screen: recordedScreen(screen, LINK)
  });

/** Opens the first screen; returns whether it shows a record. */
function open(): boolean {
  first.open();
  flushSync();
  return root.childElementCount > 0 && first.isRecorded;
}
const tile = (room: number) => root.querySelector<HTMLElement>(`a[href="/rooms/${room}"]`);
const isPressed = (room: number) => tile(room)?.hasAttribute('data-pressed');

/** Clicks on a room; returns whether the browser would follow the link by itself. */
function click(room: number, init: MouseEventInit = {}): boolean {
  let isLeft = false;
  // The page of the tests must stay.
  const stay = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', stay, { once: true });
  tile(room)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  return isLeft;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  root = document.body.appendChild(document.createElement('div'));
  first = new FirstScreen(() => root);
  history.replaceState(history.state, '', '/');
  localStorage.setItem('mantel.homes', JSON.stringify({ homes: [{ id: HOME, name: 'Home' }] }));
});
afterEach(async () => {
  first.close();
  vi.advanceTimersByTime(20_000);
  expect(vi.getTimerCount()).toBe(0);
  root.remove();
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
  vi.restoreAllMocks();
  vi.useRealTimers();
  await i18n.choose('en');
});

it('the record of a home shows the home as it was, with the time of its values and nothing that acts', () => {
  keep();
  expect(open()).toBe(true);
  expect(root.querySelector('h1')?.textContent).toBe('Home');
  expect(root.querySelector('[role="status"]')?.textContent).toBe(LINK.text);
  expect(tile(0)?.textContent).toMatch(/Kitchen.*21\.4°.*47 %.*2 open/);
  expect(root.querySelector('.chips a')?.getAttribute('href')).toBe('/now/lights');
  expect(root.querySelector('#favourites')?.textContent).toMatch(/Film.*Floor lamp/);
  const lamp = root.querySelector('[role="switch"]');
  expect(lamp?.getAttribute('aria-checked')).toBe('true');
  expect(lamp?.getAttribute('aria-disabled')).toBe('true');
  expect(lamp?.hasAttribute('data-busy'), 'a command is never recorded').toBe(false);
  const leads = Array.from(root.querySelectorAll('main a'), (link) => link.getAttribute('href'));
  expect(leads).toEqual(['/now/lights', '/rooms/0', '/rooms/1']);
});

it('the record of a home is shown by every later version that has its format', () => {
  // If this fails, the shape has changed: a record needs a new format.
  localStorage.setItem(KEY, OF_FORMAT_2);
  expect(open()).toBe(true);
  expect(root.querySelector('h1')?.textContent).toBe('Home');
  expect(root.querySelector('.chips')?.textContent).toContain('3 lights on');
  expect(root.querySelector('#favourites')?.textContent).toMatch(/Film.*Floor lamp/);
  expect(root.querySelector('h2.group-title + .rooms')?.textContent).toMatch(/Kitchen.*21\.4°.*47 %.*2 open/);
  expect(root.querySelector('.room-icon path')?.getAttribute('d')).toBe('M1 1');
  expect(root.querySelector('.lamp')?.getAttribute('data-lamp')).toBe('on');
});

it('the record of a home is not kept of a home whose names are longer than a start can read, nor the one before', () => {
  keep();
  keep(aScreen(Array.from({ length: 40 }, (_, at) => `${at}${'x'.repeat(20_000)}`)));
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(open()).toBe(false);
});

it('the record of a home has the rooms of a screen: those of a large home come with the app', () => {
  const many = Array.from({ length: 60 }, (_, at) => `Room ${at}`);
  keep(aScreen(many));
  open();
  expect(root.querySelectorAll('.room-tile')).toHaveLength(24);
  first.show(aScreen(many));
  flushSync();
  expect(root.querySelectorAll('.room-tile')).toHaveLength(60);
});

it('the record of a home keeps names as text, whatever they are', () => {
  const name = '<img src=x onerror=alert(1)></script><script>alert(1)</script>';
  keep({ ...aScreen([name]), title: name });
  expect(open()).toBe(true);
  expect(root.querySelector('h1')?.textContent).toBe(name);
  expect(tile(0)?.textContent).toContain(name);
  expect(root.querySelectorAll('img, script')).toHaveLength(0);
});

it.each(['//evil.example', '../settings', 'javascript:fail()'])(
  'the record of a home leads nowhere outside of Mantel, also if the key of a room is %s',
  (key) => {
    const screen = aScreen();
    keep({
      ...screen,
      floors: screen.floors.map((floor) => ({ ...floor, rooms: [aRoom(key, 'Kitchen')] }))
    });
    open();
    expect(root.querySelector<HTMLAnchorElement>('a.room-tile')?.origin).toBe(location.origin);
  }
);

it('the record of a home has the language and the theme of this browser, and the words of then', () => {
  localStorage.setItem('mantel.preferences', '{"theme":"dark","language":"uk"}');
  i18n.restore('uk', { ...en, 'app.search': 'Пошук' });
  keep();
  i18n.restore('en', en);
  expect(open()).toBe(true);
  const { lang, dataset } = document.documentElement;
  expect({ lang, theme: dataset['theme'] }).toEqual({ lang: 'uk', theme: 'dark' });
  expect(root.querySelector('a[href="/search"]')?.getAttribute('aria-label')).toBe('Пошук');
});

it('the record of a home is not shown for another format, address or language', () => {
  keep();
  for (const path of ['/rooms/1', '/?a', '/#b']) {
    history.replaceState(history.state, '', path);
    expect(open(), path).toBe(false);
  }
  history.replaceState(history.state, '', '/');
  localStorage.setItem('mantel.preferences', '{"language":"uk"}');
  expect(open(), 'language').toBe(false);
  localStorage.removeItem('mantel.preferences');
  localStorage.removeItem('mantel.homes');
  expect(open(), 'no home of this browser').toBe(false);
  localStorage.setItem('mantel.homes', JSON.stringify({ homes: [{ id: HOME, name: 'Home' }] }));
  expect(open()).toBe(true);
});

it('the record of a home goes when another window removes it, as it does at a sign-out, and not when that stores a newer one', () => {
  keep();
  expect(open()).toBe(true);
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(root.childElementCount).toBeGreaterThan(0);
  localStorage.removeItem(KEY);
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(root.childElementCount).toBe(0);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '"a"',
  '{"format":1}',
  '{"format":1,"language":"en"}',
  '{"format":1,"language":"en","screen":{"title":"Home","floors":7}}',
  '{"format":2,"language":"en","screen":{}}'
])('the record of a home is not shown if it is %s, and nothing is thrown', (text) => {
  localStorage.setItem(KEY, text);
  expect(open()).toBe(false);
  expect(root.childElementCount).toBe(0);
});

it('the record of a home says after 15 s that the app has not started, and its links lead by themselves then', () => {
  keep();
  open();
  expect(click(0)).toBe(false);
  vi.advanceTimersByTime(15_000);
  flushSync();
  expect(root.textContent).toContain('Not started.');
  expect(click(0)).toBe(true);
});

it('the app’s own home takes the place of the record: its tiles stay, with what they show now', () => {
  keep();
  open();
  const before = [...root.querySelectorAll('.room-tile, .lamp, .chip')];
  first.show({ ...aScreen(['Kitchen', 'Bath']), isStale: false });
  flushSync();
  expect(first.isRecorded).toBe(false);
  expect([...root.querySelectorAll('.room-tile, .lamp, .chip')]).toEqual(before);
  expect(tile(1)?.textContent).toContain('Bath');
  expect(root.querySelector('[role="status"]')?.textContent).toBe('Live');
});

it('the app’s own home leads to pages of its home alone', () => {
  first.show({ ...aScreen(), base: '/h/2' });
  flushSync();
  const leads = Array.from(root.querySelectorAll('a'), (link) => link.getAttribute('href'));
  expect(leads).toEqual(
    ['now/leaving', 'search', 'settings', 'now/lights', 'rooms/0', 'rooms/1'].map((path) => `/h/2/${path}`)
  );
});

it('the app’s own home is drawn without a record too, and goes with its page', () => {
  const hide = first.show(aScreen());
  flushSync();
  expect(tile(0)).not.toBeNull();
  const stay = first.show(aScreen());
  hide();
  expect(root.childElementCount, 'a page that came later stays').toBeGreaterThan(0);
  stay();
  expect(root.childElementCount).toBe(0);
});

describe('a tap before the app is there', () => {
  const go = vi.fn(() => Promise.resolve());
  beforeEach(() => {
    go.mockClear();
    keep();
    open();
  });

  it('is remembered, the last one, and followed once', async () => {
    expect(click(1)).toBe(false);
    expect(click(0)).toBe(false);
    expect([isPressed(0), isPressed(1)]).toEqual([true, false]);
    await first.enter(go);
    await first.enter(go);
    expect(go).toHaveBeenCalledExactlyOnceWith('/rooms/0');
    expect(click(1), 'from now on the router takes it').toBe(true);
  });

  it.each([
    ['3 s', () => vi.advanceTimersByTime(3_000)],
    ['another press', () => tile(1)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))],
    [
      'a scroll',
      () => {
        vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1);
        dispatchEvent(new Event('scroll'));
      }
    ],
    ['Escape', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    [
      'hiding the page',
      () => {
        vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
        document.dispatchEvent(new Event('visibilitychange'));
      }
    ],
    ['the end of the record', () => first.close()]
  ])('is void after %s', async (_, pass) => {
    click(0);
    vi.advanceTimersByTime(2_999);
    expect(isPressed(0)).toBe(true);
    pass();
    expect(isPressed(0)).not.toBe(true);
    await first.enter(go);
    expect(go).not.toHaveBeenCalled();
  });

  it('holds up the app’s own home until its page is there, or for the time of a start', async () => {
    click(0);
    let arrive = () => {};
    const entered = first.enter(() => new Promise((resolve) => (arrive = resolve)));
    expect(first.isLeaving).toBe(true);
    vi.advanceTimersByTime(15_000);
    expect(first.isLeaving, 'a page that does not come').toBe(false);
    arrive();
    await entered;
    await first.enter(go);
    expect(first.isLeaving).toBe(false);
  });

  it('is not forgotten by the event of a scroll that was before it', async () => {
    click(0);
    dispatchEvent(new Event('scroll'));
    await first.enter(go);
    expect(go).toHaveBeenCalledOnce();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    "is the browser's own with %o",
    (init) => {
      expect(click(0, init)).toBe(true);
      expect(isPressed(0)).toBe(false);
    }
  );

  it.each([false, true])(
    'leads to a page that takes no second tap at once, with a finger down: %s',
    async (isHeld) => {
      const button = document.body.appendChild(document.createElement('button'));
      const switched = vi.fn();
      button.addEventListener('click', switched);
      click(0);
      await first.enter(() => {
        // The finger comes while the page is loaded.
        if (isHeld) dispatchEvent(new PointerEvent('pointerdown'));
        first.close();
        return Promise.resolve();
      });
      vi.advanceTimersByTime(isHeld ? 5_000 : 399);
      button.click();
      expect(switched).not.toHaveBeenCalled();
      if (isHeld) dispatchEvent(new PointerEvent('pointerup'));
      vi.advanceTimersByTime(100);
      button.click();
      expect(switched).toHaveBeenCalledOnce();
      button.remove();
    }
  );
});
