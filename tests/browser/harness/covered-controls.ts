import type { Page } from '@playwright/test';

/**
 * The controls of a page that cannot be touched in their middle, since something else lies there: "name (selector)" each. Controls that
 * are disabled, not drawn, or drawn for the keyboard alone, such as the skip link, do not count; nor does the face of a tile below the tile's own controls.
 */
export const findCoveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS =
      'a[href]:not([href="#content"]), button, input, select, textarea, summary, [role="switch"], [role="tab"], [role="slider"]';
    /** Smaller boxes are drawn for the keyboard alone. */
    const MIN_DRAWN_PX = 1;

    const isDrawn = (control: Element) => {
      const { width, height } = control.getBoundingClientRect();
      const drawn = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
      return width > MIN_DRAWN_PX && height > MIN_DRAWN_PX && control.checkVisibility(drawn);
    };
    const isEnabled = (control: Element) => !control.matches(':disabled, [aria-disabled="true"], [inert] *');
    const isOwnControlOf = (face: Element, hit: Element | null) =>
      face.matches('.tile-face') &&
      hit !== null &&
      face.parentElement?.contains(hit.closest(CONTROLS)) === true;

    const isCovered = (control: Element) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return !control.contains(hit) && !isOwnControlOf(control, hit);
    };

    return [...document.querySelectorAll(CONTROLS)]
      .filter((control) => isDrawn(control) && isEnabled(control) && isCovered(control))
      .map((control) => {
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        return `${name} (${control.localName}.${control.className})`;
      });
  });
