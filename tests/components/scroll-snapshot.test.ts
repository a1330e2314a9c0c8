import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScrollSnapshot } from '../../src/routes/scroll-snapshot';

let content: HTMLElement;
/** Resolves after the next frame and its size observers. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** Makes the page this much taller than the view. */
async function grow(px: number): Promise<void> {
  content.style.height = `${innerHeight + px}px`;
  await painted();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.documentElement.style.cssText = 'margin: 0';
  document.body.style.cssText = 'margin: 0';
  content = document.body.appendChild(document.createElement('div'));
  await grow(0);
  scrollTo(0, 0);
});
afterEach(() => {
  content.remove();
  vi.useRealTimers();
});

it('the scroll position of a page is restored once the page is tall enough', async () => {
  const snapshot = new ScrollSnapshot();
  await grow(500);
  scrollTo(0, 300);
  const top = snapshot.capture();
  expect(top).toBe(300);
  await grow(0);
  expect(scrollY).toBe(0);

  snapshot.restore(top);
  await grow(200);
  expect(scrollY).toBe(0);
  await grow(400);
  expect(scrollY).toBe(300);
});

it('the scroll position of a page is restored once: a page that grows further does not scroll', async () => {
  const snapshot = new ScrollSnapshot();
  await grow(400);
  snapshot.restore(300);
  await painted();
  scrollTo(0, 100);
  await grow(600);
  expect(scrollY).toBe(100);
});

it.each(['pointerdown', 'wheel', 'keydown'])(
  "the scroll position of a page is given up at the user's %s",
  async (touch) => {
    const snapshot = new ScrollSnapshot();
    snapshot.restore(300);
    dispatchEvent(new Event(touch));
    await grow(400);
    expect(scrollY).toBe(0);
  }
);

it('the scroll position of a page is given up once the page is left', async () => {
  const { href } = location;
  const snapshot = new ScrollSnapshot();
  snapshot.restore(300);
  snapshot.capture();
  history.replaceState(null, '', '#elsewhere');
  await grow(400);
  expect(scrollY).toBe(0);
  expect(snapshot.capture()).toBe(0);
  history.replaceState(null, '', href);
});

it('the scroll position of a page is kept if the page is left before it is restored, which asks for it twice', () => {
  const snapshot = new ScrollSnapshot();
  snapshot.restore(300);
  expect([snapshot.capture(), snapshot.capture()]).toEqual([300, 300]);
  dispatchEvent(new Event('wheel'));
  expect(snapshot.capture()).toBe(0);
});

it('the scroll position of a page is given up after three seconds', async () => {
  const snapshot = new ScrollSnapshot();
  snapshot.restore(300);
  vi.advanceTimersByTime(3_000);
  await grow(400);
  expect(scrollY).toBe(0);
});
