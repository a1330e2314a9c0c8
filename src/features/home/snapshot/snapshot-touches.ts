/**
 * Takes touches on the links of the drawn snapshot, for an app that is not there yet. The pressed link shows it in the next frame. The last
 * one that was tapped is remembered as `data-tap` of the box, and stays pressed, until it is void: after 3 s, once the page is scrolled from
 * where it was tapped, on Escape, or once the page is hidden. The box has `data-held` while a finger is down on it. It fires `tap` and
 * `release` upon their changes: `ShownSnapshot` listens.
 * The page holds the text of this function too: see `drawSnapshot`.
 * Returns a function after which a link leads at once, as any other: the app is not waited for.
 * @param signal ends it
 */
export function takeTouches(box: HTMLElement, signal: AbortSignal): () => void {
  /** Milliseconds for which a tap is remembered. Later nobody expects it to be followed. */
  const MAX_TAP_MS = 3_000;
  /** Milliseconds after the release of a finger in which its click comes. */
  const MAX_CLICK_MS = 100;
  let isLeading = false;
  let pressed: Element | null = null;
  let tapped: Element | null = null;
  let tappedAt = 0;
  let tapTimer = 0;
  let releaseTimer = 0;

  const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest('a[href]') : null);
  const mark = (link: Element | null) => {
    for (const each of [pressed, tapped]) each?.removeAttribute('data-pressed');
    link?.setAttribute('data-pressed', '');
  };
  const remember = (link: Element | null) => {
    clearTimeout(tapTimer);
    mark(link);
    tapped = link;
    tappedAt = scrollY;
    box.dataset['tap'] = link?.getAttribute('href') ?? '';
    if (link) tapTimer = window.setTimeout(forget, MAX_TAP_MS);
    box.dispatchEvent(new Event('tap'));
  };
  const forget = () => {
    if (tapped) remember(null);
  };
  const release = () => {
    clearTimeout(releaseTimer);
    mark(tapped);
    delete box.dataset['held'];
    box.dispatchEvent(new Event('release'));
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    clearTimeout(releaseTimer);
    pressed?.removeAttribute('data-pressed');
    pressed = linkOf(event);
    pressed?.setAttribute('data-pressed', '');
    box.dataset['held'] = '';
  };
  const lift = (event: Event) => {
    clearTimeout(releaseTimer);
    if (event.type === 'pointerup') releaseTimer = window.setTimeout(release, MAX_CLICK_MS);
    else release();
  };
  const tap = (event: MouseEvent) => {
    const link = linkOf(event);
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (link && !isModified && !isLeading) {
      event.preventDefault();
      remember(link);
    }
    release();
  };

  box.addEventListener('pointerdown', press, { signal });
  box.addEventListener('click', tap, { signal });
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, lift, { signal });
  // The event of a scroll before the tap, such as the browser's own after a reload, may come after it.
  addEventListener('scroll', () => scrollY !== tappedAt && forget(), { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && forget(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && forget(), { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(tapTimer);
    clearTimeout(releaseTimer);
  });
  return () => {
    forget();
    isLeading = true;
  };
}
