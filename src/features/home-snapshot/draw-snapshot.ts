import type { Snapshot, SnapshotElement, SnapshotNode } from './snapshot';

/**
 * Draws the stored snapshot of the home page, if this version wrote it for a window of this width. The page holds the text of this
 * function as a script, before the app's own: so it uses nothing from outside of it, and only what the oldest browsers know.
 * @param version the app's version
 * @param id the id of the element that it adds to the page
 */
export function drawSnapshot(version: string, id: string): void {
  /** Milliseconds after which an app that has not started by then will not. */
  const MAX_START_MS = 15_000;
  const drawings: Element[] = [];

  /** What this version has written has its shape. */
  const isForThisPage = (stored: unknown): stored is Snapshot =>
    typeof stored === 'object' &&
    stored !== null &&
    Reflect.get(stored, 'version') === version &&
    Reflect.get(stored, 'width') === innerWidth;

  const build = ({ tag, attributes, children }: SnapshotElement): Element => {
    const isSvg = tag === 'svg' || tag === 'path';
    const element = isSvg
      ? document.createElementNS('http://www.w3.org/2000/svg', tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name === 'style') restyle(element, value);
      else element.setAttribute(name, value);
    element.append(...children.map(buildNode));
    return element;
  };
  const buildNode = (node: SnapshotNode): Element | string => {
    if (typeof node === 'string') return node;
    if ('tag' in node) return build(node);
    const known = drawings[node.drawing];
    return known ? restyle(document.importNode(known, true), node.style) : '';
  };
  /** The policy of the page forbids `style` as an attribute. */
  const restyle = (element: Element, style: string): Element => {
    if (element instanceof HTMLElement || element instanceof SVGElement) element.style.cssText = style;
    return element;
  };

  try {
    if (location.pathname + location.search + location.hash !== '/') return;
    const snapshot: unknown = JSON.parse(localStorage.getItem('mantel.snapshot') ?? 'null');
    if (!isForThisPage(snapshot)) return;
    const box = document.createElement('div');
    box.id = id;
    box.setAttribute('aria-hidden', 'true');
    box.setAttribute('inert', '');

    box.hidden = snapshot.styles.length > 0;
    let missing = snapshot.styles.length;
    for (const href of snapshot.styles) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      link.onload = link.onerror = () => {
        missing -= 1;
        box.hidden = missing > 0;
      };
      document.head.append(link);
    }

    drawings.push(...snapshot.drawings.map(build));
    box.append(...snapshot.elements.map(buildNode));

    document.documentElement.lang = snapshot.language;
    if (snapshot.theme !== undefined) document.documentElement.dataset['theme'] = snapshot.theme;
    document.body.append(box);
    setTimeout(() => box.remove(), MAX_START_MS);
  } catch {
    // It may not be read, or is none: the app opens as it does without one.
  }
}
