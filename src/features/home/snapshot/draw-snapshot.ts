import type { HomeSnapshot, SnapshotElement, SnapshotNode, SnapshotRules } from './snapshot';
import type { takeTouches } from './snapshot-touches';

/**
 * Draws the stored snapshot of the home page, if it fits: see `HomeSnapshot`. The page holds the text of this function as a script, before
 * the app's own: so it uses nothing from outside of it, and only what the oldest browsers know.
 * @param version the app's version
 * @param id the id of the element that it adds to the page. An event `close` on it removes it with all that it listens to
 * @param rules what it may consist of: whatever wrote it, nothing else is drawn
 * @param take takes the touches on its links
 */
export function drawSnapshot(
  version: string,
  id: string,
  rules: SnapshotRules,
  take: typeof takeTouches
): void {
  /** Milliseconds after which it says that the app has not started. */
  const MAX_START_MS = 15_000;
  const tags = new RegExp(rules.tags);
  const looks = new RegExp(rules.attributes);
  const links = new RegExp(rules.links);
  const drawings: (Element | string)[] = [];

  type Stored = Readonly<Record<string, unknown>>;
  const read = (name: string): Stored => {
    const stored: unknown = JSON.parse(localStorage.getItem(`mantel.${name}`) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  };
  /** What this version has written has its shape. Another window may have changed the preferences since. */
  const isForThisPage = (snapshot: Stored, { theme, language }: Stored): snapshot is HomeSnapshot & Stored =>
    snapshot['version'] === version &&
    snapshot['width'] === innerWidth &&
    snapshot['theme'] === (theme === 'system' ? undefined : theme) &&
    snapshot['language'] === (language ?? snapshot['language']);

  const build = ({ tag, attributes, children }: SnapshotElement): Element | string => {
    if (!tags.test(tag)) return '';
    const isSvg = tag === 'svg' || tag === 'path';
    const element = isSvg
      ? document.createElementNS('http://www.w3.org/2000/svg', tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name === 'style') restyle(element, value);
      else if (looks.test(name) || (tag === 'a' && name === 'href' && links.test(value)))
        element.setAttribute(name, value);
    // It does nothing, so nobody is led to it.
    if (tag === 'button') {
      element.setAttribute('tabindex', '-1');
      element.setAttribute('aria-hidden', 'true');
    }
    element.append(...children.map(buildNode));
    return element;
  };
  const buildNode = (node: SnapshotNode): Element | string => {
    if (typeof node === 'string') return node;
    if ('tag' in node) return build(node);
    const known = drawings[node.drawing];
    return known instanceof Element ? restyle(document.importNode(known, true), node.style) : '';
  };
  /** The policy of the page forbids `style` as an attribute. */
  const restyle = (element: Element, style: string): Element => {
    if (element instanceof HTMLElement || element instanceof SVGElement) element.style.cssText = style;
    return element;
  };

  const closed = new AbortController();
  const { signal } = closed;
  const box = document.createElement('div');
  box.id = id;
  const close = () => box.dispatchEvent(new Event('close'));
  /** Another window may have signed out, or removed it. */
  const isAllowed = () =>
    localStorage.getItem('mantel.sign-out') === null && localStorage.getItem('mantel.snapshot') !== null;

  try {
    if (location.pathname + location.search + location.hash !== '/' || !isAllowed()) return;
    const snapshot = read('snapshot');
    if (!isForThisPage(snapshot, read('preferences'))) return;

    // First: they are on the way while it builds.
    let missing = snapshot.styles.length;
    box.hidden = missing > 0;
    for (const href of snapshot.styles) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      link.dataset['snapshot'] = '';
      const loaded = () => {
        link.dataset['snapshot'] = 'loaded';
        missing -= 1;
        box.hidden = missing > 0;
      };
      link.addEventListener('load', loaded, { signal });
      link.addEventListener('error', close, { signal });
      // It is the page's own from now on: the app does not load it again.
      document.head.append(link);
    }

    const status = document.createElement('p');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    status.append(snapshot.status);
    const content = document.createElement('div');
    box.append(status, content);
    drawings.push(...snapshot.drawings.map(build));
    content.append(...snapshot.elements.map(buildNode));

    const lead = take(box, signal);
    const timer = setTimeout(() => {
      status.className = 'late';
      status.textContent = snapshot.late;
      lead();
    }, MAX_START_MS);
    box.addEventListener('close', () => {
      clearTimeout(timer);
      closed.abort();
      box.remove();
    });
    addEventListener('storage', () => isAllowed() || close(), { signal });

    document.body.append(box);

    document.documentElement.lang = snapshot.language;
    if (snapshot.theme !== undefined) document.documentElement.dataset['theme'] = snapshot.theme;
  } catch {
    // It may not be read, or is none: the app opens as it does without one.
    close();
  }
}
