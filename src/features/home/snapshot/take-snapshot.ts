import {
  SNAPSHOT_RULES,
  type HomeSnapshot,
  type SnapshotDrawing,
  type SnapshotElement,
  type SnapshotNode
} from './snapshot';

/** What is below the bar of a page. The header of a sheet is none. */
const FRAME = 'header + .frame';

/** The windowfuls of the page that are drawn. Further down nobody gets before the app is there. */
const MAX_WINDOWS = 2;

/** What is left out: what only screen readers need, what is true only now, and buttons that come later than the page. */
const LEFT_OUT = '.visually-hidden, [aria-live], [data-no-snapshot]';

/** What is left out below those. The rail beside the page is not part of its height. */
const CUT = 'main section, main .tile, main .room-tile';

const TAGS = new RegExp(SNAPSHOT_RULES.tags);
const LOOK = new RegExp(SNAPSHOT_RULES.attributes);
const LINK = new RegExp(SNAPSHOT_RULES.links);

/** What a snapshot says: of the link, whose own status is true only now, and if the app does not start. */
export type SnapshotTexts = Pick<HomeSnapshot, 'status' | 'late'>;

/** The style sheet that the page itself links. */
const FIRST_STYLES = /\/frame\.[^/]*$/;

/**
 * Returns a snapshot of the page below an element.
 * @param version the app's version
 */
export function takeSnapshot(root: Element, version: string, texts: SnapshotTexts): HomeSnapshot {
  const end = MAX_WINDOWS * window.innerHeight - window.scrollY;
  const drawings = new Map<string, { readonly index: number; readonly drawing: SnapshotElement }>();

  const elementOf = (element: Element): SnapshotElement => ({
    tag: element.localName,
    attributes: attributesOf(element),
    children: element.matches('[role="status"]') ? [texts.status] : [...element.childNodes].flatMap(nodesOf)
  });

  const nodesOf = (node: Node): readonly SnapshotNode[] => {
    if (node instanceof Text) return node.data.trim() ? [node.data] : [];
    if (!(node instanceof Element) || !TAGS.test(node.localName) || node.matches(LEFT_OUT)) return [];
    if (node.matches(CUT) && node.getBoundingClientRect().top > end) return [];
    return [node instanceof SVGSVGElement ? drawingOf(node) : elementOf(node)];
  };

  /** Most drawings are on several tiles, each with its own colours. */
  const drawingOf = (svg: SVGSVGElement): SnapshotDrawing => {
    const { attributes, ...shape } = elementOf(svg);
    const { style = '', ...others } = attributes;
    const drawing = { ...shape, attributes: others };
    const text = JSON.stringify(drawing);
    const { index } = drawings.get(text) ?? { index: drawings.size };
    drawings.set(text, { index, drawing });
    return { drawing: index, style };
  };

  const frame = root.querySelector(FRAME);
  return {
    version,
    width: window.innerWidth,
    language: document.documentElement.lang,
    theme: document.documentElement.dataset['theme'],
    ...texts,
    styles: frame ? stylesOf(frame) : [],
    elements: [frame?.previousElementSibling, frame].flatMap((part) => (part ? [elementOf(part)] : [])),
    drawings: Array.from(drawings.values(), ({ drawing }) => drawing)
  };
}

function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = { ...linkOf(element) };
  for (const { name, value } of element.attributes)
    // A snapshot is drawn before the link is live.
    if (LOOK.test(name) && name !== 'aria-label')
      attributes[name] = name === 'data-state' ? 'reconnecting' : value;
  // It is said first, and once.
  if (element.matches('[role="status"]')) attributes['aria-hidden'] = 'true';
  return attributes;
}

/** Where an element leads, if a snapshot may lead there, and its name. A room is named without its values, which may be old. */
function linkOf(element: Element): Record<string, string> {
  const href = element.getAttribute('href') ?? '';
  if (!(element instanceof HTMLAnchorElement) || !LINK.test(href)) return {};
  return { href, ...(element.title && { 'aria-label': element.title }) };
}

/** The paths of the style sheets that the page below an element uses, apart from the first one. */
function stylesOf(root: Element): string[] {
  const isUsed = (rule: CSSRule) =>
    rule instanceof CSSStyleRule &&
    [...root.querySelectorAll(rule.selectorText)].some((element) => !element.closest(LEFT_OUT));
  return [...document.styleSheets].flatMap((sheet) =>
    sheet.href === null || FIRST_STYLES.test(sheet.href) || !rulesOf(sheet).some(isUsed)
      ? []
      : [new URL(sheet.href).pathname]
  );
}

/** The rules of a style sheet; none if it could not be loaded, or is not yet. */
function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}
