import type { Page } from '@playwright/test';

/** What is wrong with a part of a control. */
interface Fault {
  readonly part: string;
  readonly text: string;
}

/**
 * The controls of a page that a finger cannot use, one line each: "name (selector): what is wrong".
 *
 * Each control that is enabled and drawn is checked where it is, else in the middle of the window, or as near to its top as the head of the
 * page allows. The middle of its box and the middles of its four edges, 4 px inside, have to be its own by `elementFromPoint`. Of a tile's
 * face or link that is only the part that the tile's own controls leave. A native control inside a label counts by its label. Notices that
 * fill more than half of a low window are to be closed first. What a finger can touch has to be large enough both ways, in CSS px: 44, a
 * room's lamp on a wall's first page 56, and 64 on the pages behind it, without the column, which belongs to the first page. What is
 * touched may be larger than what is drawn: it is measured from point to point. Links in running text have no exception. The skip link is
 * for the keyboard alone.
 */
export async function findCoveredControls(page: Page): Promise<string[]> {
  // A notice, a question or a banner that has just come takes no touch that was meant for what was there before.
  await page.waitForFunction(
    () => !document.querySelector('.settling, [aria-label="Alarms"]:is(.changed, .new)')
  );
  return page.evaluate(() => {
    const CONTROLS =
      'a[href]:not([href="#content"]), button, input, select, textarea, summary, [role="switch"], [role="tab"], [role="slider"]';
    /** Parts that hold a face or a link with controls of their own above it. */
    const TILES = '.tile, .room-cell';
    /** Smaller boxes are drawn for the keyboard alone. */
    const MIN_DRAWN_PX = 1;
    const INSIDE_PX = 4;
    /** More than the head of a page is high. */
    const HEAD_PX = 160;
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

    /**
     * Where a control can be touched: where it is, which costs no layout, in the middle of the window, below what stands at its top, away
     * from a notice at its foot, or at its foot.
     */
    const PLACES: readonly ((control: Element) => void)[] = [
      () => undefined,
      (control) => control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }),
      (control) => {
        control.scrollIntoView({ block: 'start', inline: 'center', behavior: 'instant' });
        scrollBy({ top: Math.min(0, control.getBoundingClientRect().top - HEAD_PX), behavior: 'instant' });
      },
      (control) => control.scrollIntoView({ block: 'end', inline: 'center', behavior: 'instant' })
    ];
    /** Whether notices that are taller than half of the window lie there: a low window with large text. */
    const isUnderNotices = (atX: number, atY: number) => {
      const foot = document.elementFromPoint(atX, atY)?.closest('#foot');
      return (foot?.getBoundingClientRect().height ?? 0) > innerHeight / 2;
    };

    const findFaults = (control: Element): string[] => {
      let faults: readonly Fault[] | undefined;
      for (const bring of PLACES) {
        bring(control);
        const here = faultsHere(control);
        // What is touched at one of the places can be touched: both ends of what is as tall as the window.
        faults = faults?.filter(({ part }) => here.some((each) => each.part === part)) ?? here;
        if (faults.length === 0) break;
      }
      return faults?.map(({ text }) => text) ?? [];
    };

    const faultsHere = (control: Element): Fault[] => {
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
      const covered = points.filter(
        ([, atX, atY]) => !isOwn(atX, atY) && !isLeftToOther(atX, atY) && !isUnderNotices(atX, atY)
      );
      const faults = covered.map(([part, atX, atY]): Fault => {
        const hit = document.elementFromPoint(atX, atY);
        const cover = hit ? `${hit.localName}.${hit.getAttribute('class') ?? ''}` : 'the edge of the window';
        return { part, text: `${part} is covered by ${cover}` };
      });
      if (covered.length === 0 && points.every(([, atX, atY]) => isLeftToOther(atX, atY)))
        faults.push({ part: 'all', text: 'nothing of it can be touched' });

      const min = minSizeOf(control) - ROUNDING_PX;
      /** How far from the middle a touch still reaches it. */
      const reach = (dx: number, dy: number) => {
        let px = 0;
        while (px < min && isOwn(x + dx * px, y + dy * px)) px += 0.5;
        return px;
      };
      if (width < min && reach(-1, 0) + reach(1, 0) < min)
        faults.push({ part: 'width', text: `${Math.round(width)} px wide` });
      if (height < min && reach(0, -1) + reach(0, 1) < min)
        faults.push({ part: 'height', text: `${Math.round(height)} px high` });
      return faults;
    };

    // What is skipped outside of the window would move the page when it is scrolled to.
    const style = new CSSStyleSheet();
    style.replaceSync('* { content-visibility: visible !important; transition: none !important }');
    document.adoptedStyleSheets.push(style);
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
