import type { Snapshot, SnapshotElement, SnapshotNode, SnapshotRules } from './snapshot';

/**
 * Draws the stored snapshot of the home page, if it fits: see `Snapshot`. The page holds the text of this function as a script, before
 * the app's own: so it uses nothing from outside of it, and only what the oldest browsers know.
 * @param version the app's version
 * @param id the id of the element that it adds to the page
 * @param rules what it may consist of: whatever wrote it, nothing else is drawn
 */
export function drawSnapshot(version: string, id: string, rules: SnapshotRules): void {
  /** Milliseconds after which an app that has not started by then will not. */
  const MAX_START_MS = 15_000;
  const tags = new RegExp(rules.tags);
  const looks = new RegExp(rules.attributes);
  const drawings: (Element | string)[] = [];

  type Stored = Readonly<Record<string, unknown>>;
  const read = (name: string): Stored => {
    const stored: unknown = JSON.parse(localStorage.getItem(`mantel.${name}`) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  };
  /** What this version has written has its shape. Another window may have changed the preferences since. */
  const isForThisPage = (snapshot: Stored, { theme, language }: Stored): snapshot is Snapshot & Stored =>
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
      else if (looks.test(name)) element.setAttribute(name, value);
    // For browsers without `inert`.
    if (tag === 'button') element.setAttribute('tabindex', '-1');
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

  const box = document.createElement('div');
  box.id = id;
  box.setAttribute('aria-hidden', 'true');
  box.setAttribute('inert', '');
  /** `ShownSnapshot` listens, in an app that started late. */
  const close = () => {
    box.remove();
    box.dispatchEvent(new Event('close'));
  };

  try {
    if (location.pathname + location.search + location.hash !== '/') return;
    if (localStorage.getItem('mantel.sign-out') !== null) return;
    const snapshot = read('snapshot');
    if (!isForThisPage(snapshot, read('preferences'))) return;
    document.body.append(box);
    setTimeout(close, MAX_START_MS);

    let missing = snapshot.styles.length;
    const content = document.createElement('div');
    content.hidden = missing > 0;
    box.append(content);
    for (const href of snapshot.styles) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      // Vite does not wait for a style sheet that the page has already: with a fragment it is another one.
      link.href = `${href}#${id}`;
      link.onload = () => {
        missing -= 1;
        content.hidden = missing > 0;
      };
      link.onerror = close;
      box.append(link);
    }
    drawings.push(...snapshot.drawings.map(build));
    content.append(...snapshot.elements.map(buildNode));

    document.documentElement.lang = snapshot.language;
    if (snapshot.theme !== undefined) document.documentElement.dataset['theme'] = snapshot.theme;
  } catch {
    // It may not be read, or is none: the app opens as it does without one.
    close();
  }
}
