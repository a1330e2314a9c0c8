import type { Page } from '@playwright/test';

/**
 * The controls of a page that a finger cannot use, one line each: "name (selector): what is wrong".
 *
 * Each control that is enabled and drawn is scrolled to the middle of the window. The middle of its box and the middles of its four edges,
 * 4 px inside, have to be its own by `elementFromPoint`. Of a tile's face or link that is only the part that the tile's own controls leave. A
 * native control inside a label counts by its label. A notice at the foot of a wall's column stands over the column's rows until somebody
 * closes it, which does not count. What a finger can touch has to be large enough both ways, in CSS px: 44, a room's lamp on
 * a wall's first page 56, and 64 on the pages behind it, without the column, which belongs to the first page. What is touched may be larger
 * than what is drawn: it is measured from point to point. Links in running text have no exception. The skip link is for the keyboard alone.
 */
export async function findCoveredControls(page: Page): Promise<string[]> {
  // A notice or a banner that has just come takes no touch that was meant for what was there before.
  await page.waitForFunction(
    () => !document.querySelector('#foot .settling, [aria-label="Alarms"]:is(.changed, .new)')
  );
  return page.evaluate(() => {
    const CONTROLS =
      'a[href]:not([href="#content"]), button, input, select, textarea, summary, [role="switch"], [role="tab"], [role="slider"]';
    /** Parts that hold a face or a link with controls of their own above it. */
    const TILES = '.tile, .room-cell';
    /** Smaller boxes are drawn for the keyboard alone. */
    const MIN_DRAWN_PX = 1;
    const INSIDE_PX = 4;
    /** Browsers round boxes to parts of a pixel. */
    const ROUNDING_PX = 0.5;

    const root = document.documentElement;
    const dialogs = [...document.querySelectorAll('dialog:modal')];
    const top = dialogs.at(-1) ?? document;

    const isDrawn = (control: Element) => {
      const { width, height } = control.getBoundingClientRect();
      const drawn = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };
      return width > MIN_DRAWN_PX && height > MIN_DRAWN_PX && control.checkVisibility(drawn);
    };
    const isEnabled = (control: Element) => !control.matches(':disabled, [aria-disabled="true"], [inert] *');
    const targetOf = (control: Element) =>
      (control.matches('[type="radio"], [type="checkbox"], [type="file"]') && control.closest('label')) ||
      control;

    const minSizeOf = (control: Element) => {
      if (root.hasAttribute('data-wall-first')) return control.matches('.room-cell > .lamp') ? 56 : 44;
      const isBehind =
        root.hasAttribute('data-wall-column') && !control.closest('.glance, #foot, [aria-label="Alarms"]');
      return isBehind ? 64 : 44;
    };

    const findFaults = (control: Element): string[] => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const x = left + width / 2;
      const y = top + height / 2;
      const tile = control.closest(TILES);
      const isOwn = (atX: number, atY: number) => control.contains(document.elementFromPoint(atX, atY));
      /** A control of the same tile above its face or its link. */
      const isLeftToOther = (atX: number, atY: number) => {
        const other = document.elementFromPoint(atX, atY)?.closest(CONTROLS);
        return tile !== null && other !== control && tile.contains(other ?? null);
      };
      const points: [string, number, number][] = [
        ['the middle', x, y],
        ['the left edge', left + INSIDE_PX, y],
        ['the right edge', right - INSIDE_PX, y],
        ['the upper edge', x, top + INSIDE_PX],
        ['the lower edge', x, bottom - INSIDE_PX]
      ];
      // The upper and the lower edge of what is nearly as tall as the window come into view one after the other.
      const seen = height > innerHeight / 2 ? points.slice(0, 3) : points;
      const covered = seen.filter(
        ([, atX, atY]) =>
          !isOwn(atX, atY) &&
          !isLeftToOther(atX, atY) &&
          !isUnderNotice(control, document.elementFromPoint(atX, atY))
      );
      const faults = covered.map(([place, atX, atY]) => {
        const hit = document.elementFromPoint(atX, atY);
        return `${place} is covered by ${hit ? `${hit.localName}.${hit.getAttribute('class') ?? ''}` : 'the edge of the window'}`;
      });
      if (covered.length === 0 && points.every(([, atX, atY]) => isLeftToOther(atX, atY)))
        faults.push('nothing of it can be touched');

      const min = minSizeOf(control) - ROUNDING_PX;
      /** How far from the middle a touch still reaches it. */
      const reach = (dx: number, dy: number) => {
        let px = 0;
        while (px < min && isOwn(x + dx * px, y + dy * px)) px += 0.5;
        return px;
      };
      if (width < min && reach(-1, 0) + reach(1, 0) < min) faults.push(`${Math.round(width)} px wide`);
      if (height < min && reach(0, -1) + reach(0, 1) < min) faults.push(`${Math.round(height)} px high`);
      return faults;
    };

    // What is skipped outside of the window would move the page when it is scrolled to.
    const style = new CSSStyleSheet();
    style.replaceSync('* { content-visibility: visible !important; transition: none !important }');
    document.adoptedStyleSheets.push(style);
    /** A notice at the foot of a wall's column stands over its rows until somebody closes it. */
    const isUnderNotice = (control: Element, hit: Element | null) =>
      control.closest('.glance') !== null && hit?.closest('#foot') != null;
    const targets = new Set(
      [...top.querySelectorAll(CONTROLS)].filter(isEnabled).map(targetOf).filter(isDrawn)
    );
    const faults = [...targets].flatMap((control) => {
      const faults = findFaults(control);
      const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
      return faults.length > 0
        ? [`${name} (${control.localName}.${control.className}): ${faults.join(', ')}`]
        : [];
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
    return faults;
  });
}
