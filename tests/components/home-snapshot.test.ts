import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawSnapshot } from '../../src/features/home/snapshot/draw-snapshot';
import { SNAPSHOT_RULES, type HomeSnapshot } from '../../src/features/home/snapshot/snapshot';
import { takeTouches } from '../../src/features/home/snapshot/snapshot-touches';
import { takeSnapshot } from '../../src/features/home/snapshot/take-snapshot';

const TEXTS = { status: 'As of 22 Nov, 14:05', late: 'Mantel hasn’t started yet.' };
const ICON = '<svg viewBox="0 0 24 24"><path d="M1 1"></path></svg>';
const KEY = 'mantel.snapshot';

let page: HTMLElement;

/** Shows a page like that of a home. */
function showPage(content: string): void {
  page.innerHTML = `<header><h1>Home</h1><span class="link" data-state="live"><span role="status">Live</span></span></header>
    <div class="frame"><main id="content">${content}</main></div>`;
}
const take = () => takeSnapshot(page, '1.0', TEXTS);

/** Stores a snapshot and draws it; returns the element that holds it, or null. */
function draw(snapshot: HomeSnapshot | string, version = '1.0'): HTMLElement | null {
  localStorage.setItem(KEY, typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot));
  drawSnapshot(version, 'snapshot', SNAPSHOT_RULES, takeTouches);
  return document.getElementById('snapshot');
}

beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  history.replaceState(history.state, '', '/');
});
afterEach(() => {
  page.remove();
  document.getElementById('snapshot')?.dispatchEvent(new Event('close'));
  for (const link of document.querySelectorAll('link[data-snapshot]')) link.remove();
  localStorage.removeItem(KEY);
});

it('the snapshot of a home has the texts, the classes and the drawings of the page', () => {
  showPage(`<a class="room-tile" data-tone="on">${ICON}<span class="room-name">Kitchen</span> 21 °C</a>`);
  const drawn = draw(take());
  const tile = drawn?.querySelector('main > .room-tile[data-tone="on"]');
  expect(tile?.textContent).toBe('Kitchen 21 °C');
  expect(tile?.querySelector('svg > path')).toBeInstanceOf(SVGPathElement);
  expect(drawn?.querySelector('h1')?.textContent).toBe('Home');
});

it('the snapshot of a home says of the link what is true when it is drawn', () => {
  showPage('');
  const link = draw(take())?.querySelector('.link');
  expect(link?.textContent).toBe(TEXTS.status);
  expect(link?.getAttribute('data-state')).toBe('reconnecting');
});

it('the snapshot of a home leads to rooms and lists only, and does nothing else', () => {
  showPage(`<a id="to" href="/rooms/1" title="Kitchen" onclick="fail()">Kitchen 21 °C</a>
      <a href="/now/lights">3 lights on</a><a href="/settings">Settings</a><a href="#section-1">Ground floor</a>
      <button type="button" role="switch" aria-label="Lamp" tabindex="0" name="lamp">Lamp</button>`);
  const drawn = draw(take());
  const links = [...(drawn?.querySelectorAll('a') ?? [])];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/rooms/1', '/now/lights', null, null]);
  const attributes = [...(drawn?.querySelectorAll('main *') ?? [])].flatMap((each) =>
    each.getAttributeNames()
  );
  expect(new Set(attributes)).toEqual(new Set(['href', 'aria-label', 'tabindex', 'aria-hidden']));
  const button = drawn?.querySelector('button');
  expect([button?.tabIndex, button?.ariaHidden]).toEqual([-1, 'true']);
});

it('the snapshot of a home says the time of its values first and once, and names a room without them', () => {
  showPage('<a href="/rooms/1" title="Kitchen">Kitchen 21 °C</a>');
  const drawn = draw(take());
  expect(drawn?.firstElementChild?.textContent).toBe(TEXTS.status);
  expect(drawn?.querySelector('.link > span')?.ariaHidden).toBe('true');
  expect(drawn?.querySelector('a')?.ariaLabel).toBe('Kitchen');
});

it('the snapshot of a home leaves out what only screen readers need, what is announced, and buttons that come later', () => {
  showPage(`<span class="visually-hidden">Temperature</span><span aria-live="polite">Sending…</span>
      <div data-no-snapshot>Lights off</div><b data-pressed>Kitchen</b>`);
  const main = draw(take())?.querySelector('main');
  expect(main?.innerHTML).toBe('<b>Kitchen</b>');
});

it('the snapshot of a home keeps names as text, whatever they are', () => {
  const name = '<img src=x onerror=alert(1)></script><script>alert(1)</script>';
  showPage('<b></b>');
  page.querySelector('b')?.append(name);
  const drawn = draw(take());
  expect(drawn?.querySelector('b')?.textContent).toBe(name);
  expect(drawn?.querySelectorAll('img, script')).toHaveLength(0);
});

it('the snapshot of a home has only elements and attributes of the look, whatever was written into the storage', () => {
  showPage('');
  const planted = (tag: string, attributes: Record<string, string> = {}) => ({
    tag,
    attributes,
    children: []
  });
  const drawn = draw({
    ...take(),
    drawings: [planted('iframe', { src: '/' }), planted('svg', { onload: 'fail()', viewBox: '0 0 1 1' })],
    elements: [
      planted('meta', { 'http-equiv': 'refresh', content: '0;url=/settings' }),
      planted('img', { name: 'currentScript', src: '/x' }),
      ...['base', 'form', 'input', 'object', 'embed', 'link', 'script', 'style'].map((tag) => planted(tag)),
      ...['/settings', '//evil.example', 'javascript:fail()', '/rooms/1/../../settings', '/rooms/1?a'].map(
        (href) => planted('a', { href })
      ),
      planted('b', { href: '/rooms/1' }),
      planted('a', {
        href: '/rooms/1',
        id: 'mantel',
        name: 'body',
        class: 'room-tile',
        style: 'color: red'
      }),
      { drawing: 0, style: '' },
      { drawing: 1, style: '' }
    ]
  });
  const all = [...(drawn?.querySelectorAll(':scope > div > *') ?? [])];
  expect(all.map((each) => [each.localName, ...each.getAttributeNames()])).toEqual([
    ...Array.from({ length: 5 }, () => ['a']),
    ['b'],
    ['a', 'href', 'class', 'style'],
    ['svg', 'viewBox', 'style']
  ]);
  expect(document.currentScript).toBeNull();
});

it('the snapshot of a home leaves out elements that a snapshot may not have', () => {
  showPage('<img src="/x" alt=""><input><b>Kitchen</b>');
  expect(draw(take())?.querySelector('main')?.innerHTML).toBe('<b>Kitchen</b>');
  expect(localStorage.getItem(KEY)).not.toMatch(/"(?:img|input)"/);
});

it('the snapshot of a home stores a drawing once, and draws each in its own colour', () => {
  showPage([10, 20].map((hue) => ICON.replace('<svg', `<svg style="--hue: ${hue}"`)).join(''));
  const snapshot = take();
  expect(snapshot.drawings).toHaveLength(1);
  const drawn = draw(snapshot)?.querySelectorAll('svg') ?? [];
  expect(Array.from(drawn, (svg) => svg.style.getPropertyValue('--hue'))).toEqual(['10', '20']);
});

it('the snapshot of a home has the first two windowfuls of the page only, wherever that is scrolled to', () => {
  const tileAt = (windows: number) =>
    `<a class="room-tile" style="position: absolute; top: ${windows * innerHeight}px">${windows}</a>`;
  showPage([0, 0.5, 1.9, 2.1, 4].map(tileAt).join(''));
  for (const top of [0, innerHeight]) {
    scrollTo(0, top);
    const tiles = draw(take())?.querySelectorAll('.room-tile') ?? [];
    expect(
      Array.from(tiles, ({ textContent }) => textContent),
      String(top)
    ).toEqual(['0', '0.5', '1.9']);
    document.getElementById('snapshot')?.dispatchEvent(new Event('close'));
  }
  scrollTo(0, 0);
});

it('the snapshot of a home has the bar of the page and not that of a sheet over it', () => {
  showPage('Kitchen');
  page.insertAdjacentHTML('afterbegin', '<dialog><header>Lamp</header><p>On</p></dialog>');
  expect(draw(take())?.textContent).not.toContain('Lamp');
});

it('the snapshot of a home sets the language and the theme of the page at once', () => {
  const { documentElement: root } = document;
  const before = root.lang;
  showPage('');
  localStorage.setItem('mantel.preferences', '{"theme":"dark","language":"uk"}');
  draw({ ...take(), language: 'uk', theme: 'dark' });
  localStorage.removeItem('mantel.preferences');
  expect([root.lang, root.dataset['theme']]).toEqual(['uk', 'dark']);
  root.lang = before;
  delete root.dataset['theme'];
});

it('the snapshot of a home is hidden until its style sheets are there, which stay when it goes', async () => {
  showPage('Kitchen');
  const drawn = draw({ ...take(), styles: ['data:text/css,h1{color:red}'] });
  expect(drawn?.hidden).toBe(true);
  await expect.poll(() => drawn?.hidden).toBe(false);
  drawn?.dispatchEvent(new Event('close'));
  expect(document.getElementById('snapshot')).toBeNull();
  expect(document.head.querySelectorAll('link[data-snapshot]')).toHaveLength(1);
});

it('the snapshot of a home goes if a style sheet cannot be loaded, and says so', async () => {
  showPage('Kitchen');
  const drawn = draw({ ...take(), styles: ['/absent.css'] });
  const closed = vi.fn();
  drawn?.addEventListener('close', closed);
  await expect.poll(() => document.getElementById('snapshot')).toBeNull();
  expect(closed).toHaveBeenCalledOnce();
});

it('the snapshot of a home goes when another window removes it or signs out, and not when that stores a newer one', () => {
  showPage('Kitchen');
  for (const [name, text] of [
    ['snapshot', null],
    ['sign-out', 'revoke']
  ] as const) {
    draw(take());
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(document.getElementById('snapshot')).not.toBeNull();
    if (text === null) localStorage.removeItem(`mantel.${name}`);
    else localStorage.setItem(`mantel.${name}`, text);
    dispatchEvent(new StorageEvent('storage', { key: `mantel.${name}` }));
    expect(document.getElementById('snapshot'), name).toBeNull();
    localStorage.removeItem(`mantel.${name}`);
  }
});

it('the snapshot of a home is not drawn while a sign-out is not completed, or after a change of theme or language', () => {
  showPage('Kitchen');
  for (const [name, text] of [
    ['sign-out', 'revoke'],
    ['preferences', '{"theme":"dark","language":null}'],
    ['preferences', '{"theme":"system","language":"uk"}']
  ] as const) {
    localStorage.setItem(`mantel.${name}`, text);
    expect(draw({ ...take(), language: 'en' }), text).toBeNull();
    localStorage.removeItem(`mantel.${name}`);
  }
  localStorage.setItem('mantel.preferences', '{"theme":"system","language":null}');
  expect(draw(take())).not.toBeNull();
  localStorage.removeItem('mantel.preferences');
});

it('the snapshot of a home is not drawn for another version, width or address', () => {
  showPage('Kitchen');
  expect(draw(take(), '1.1')).toBeNull();
  expect(draw({ ...take(), width: 1 })).toBeNull();
  for (const path of ['/rooms/1', '/?a', '/#b']) {
    history.replaceState(history.state, '', path);
    expect(draw(take()), path).toBeNull();
  }
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '"a"',
  '{"version":"1.0"}',
  '{"version":"1.0","width":WIDTH,"styles":[],"drawings":7}'
])('the snapshot of a home that is stored as %s is not drawn, and nothing is thrown', (text) => {
  expect(draw(text.replace('WIDTH', String(innerWidth)))).toBeNull();
});
