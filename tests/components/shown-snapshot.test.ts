import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShownSnapshot } from '../../src/features/home/snapshot/shown-snapshot.svelte';

let box: HTMLElement;
let shown: ShownSnapshot;

/** Sets the remembered tap, as the script of the page does. */
function tap(href: string): void {
  box.dataset['tap'] = href;
  box.dispatchEvent(new Event('tap'));
}
/** Whether the page may take the place of the snapshot after some time. */
async function isSettledAfter(settled: Promise<void>, ms: number): Promise<boolean> {
  let isSettled = false;
  void settled.then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(ms);
  return isSettled;
}

beforeEach(() => {
  vi.useFakeTimers();
  box = document.body.appendChild(document.createElement('div'));
  box.id = 'snapshot';
  box.addEventListener('close', () => box.remove());
  shown = new ShownSnapshot();
});
afterEach(() => {
  vi.advanceTimersByTime(10_000);
  box.remove();
  vi.useRealTimers();
});

describe('the page takes the place of the snapshot', () => {
  it('at once if no finger is down', async () => {
    expect(await isSettledAfter(shown.settled(), 0)).toBe(true);
  });

  it('when the finger on it is up, at the latest after 1 s', async () => {
    box.dataset['held'] = '';
    const settled = shown.settled();
    expect(await isSettledAfter(settled, 500)).toBe(false);
    delete box.dataset['held'];
    box.dispatchEvent(new Event('release'));
    expect(await isSettledAfter(settled, 0)).toBe(true);

    box.dataset['held'] = '';
    const late = shown.settled();
    expect(await isSettledAfter(late, 999)).toBe(false);
    expect(await isSettledAfter(late, 1)).toBe(true);
  });

  it('not while a tap is followed, and then if its page cannot be opened', async () => {
    tap('/rooms/1');
    let fail: (cause: Error) => void = () => undefined;
    void shown.follow(() => new Promise((_, reject) => (fail = reject)));
    const settled = shown.settled();
    expect(await isSettledAfter(settled, 5_000)).toBe(false);
    fail(new Error('offline'));
    expect(await isSettledAfter(settled, 0)).toBe(true);
  });
});

describe('a remembered tap', () => {
  it('leads where its link leads', async () => {
    tap('/rooms/1');
    const go = vi.fn(() => Promise.resolve());
    await shown.follow(go);
    expect(go).toHaveBeenCalledExactlyOnceWith('/rooms/1');
  });

  it.each([false, true])(
    'leads to a page that takes no second tap at once, with a finger down: %s',
    async (isHeld) => {
      const button = document.body.appendChild(document.createElement('button'));
      const switched = vi.fn();
      button.addEventListener('click', switched);
      tap('/rooms/1');
      await shown.follow(() => {
        // The finger comes while the page is loaded.
        if (isHeld) box.dataset['held'] = '';
        shown.remove();
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

  it('leads nowhere if it is void, or the snapshot gone, before its page is opened', async () => {
    for (const end of [() => tap(''), () => shown.remove()]) {
      tap('/rooms/1');
      const go = vi.fn(() => Promise.resolve());
      const followed = shown.follow(go);
      end();
      await followed;
      expect(go).not.toHaveBeenCalled();
      expect(shown.tap).toBe('');
    }
    expect(shown.isShown).toBe(false);
  });
});
