import type { Page } from '@playwright/test';

/**
 * Resolves when the proxy has stored a change of the layout in which this text stands. A page shows a change at once, and
 * sends it after the one before it. To be called before the change is made.
 */
export const layoutStored = (page: Page, text = '') =>
  page.waitForResponse((response) => {
    const request = response.request();
    const { pathname } = new URL(request.url());
    const isPut = request.method() === 'PUT' && pathname.endsWith('/layout');
    return isPut && (request.postData() ?? '').includes(text);
  });
