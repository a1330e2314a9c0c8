import type { BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';

const violationSchema = v.object({ directive: v.string(), blocked: v.string(), at: v.string() });

/** Faults that no page may have, collected from all pages of a browser context. */
export interface Faults {
  /**
   * One line for each fault: a violation of the content security policy, an uncaught error, a warning of
   * Svelte, a request to another host.
   */
  readonly lines: readonly string[];
}

/**
 * Watches all pages and pop-ups of a context, from before their first script.
 * @param host the only host that pages may request
 */
export async function watchForFaults(context: BrowserContext, host: string): Promise<Faults> {
  const lines: string[] = [];

  await context.exposeBinding('reportViolation', (_, violation: unknown) => {
    const { directive, blocked, at } = v.parse(violationSchema, violation);
    lines.push(`content security policy: ${directive} blocked ${blocked || 'inline code'} at ${at}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      const at = `${event.documentURI} ${event.sourceFile}:${event.lineNumber}`;
      if (typeof report === 'function')
        Reflect.apply(report, undefined, [
          { directive: event.violatedDirective, blocked: event.blockedURI, at }
        ]);
    });
  });

  const watch = (page: Page) => {
    page.on('pageerror', (error) => {
      lines.push(`uncaught on ${page.url()}: ${error.stack ?? error.message}`);
    });
    page.on('console', (message) => {
      // The address of the warning's page is all that is left of it in a build.
      if (message.text().includes('svelte.dev/e/')) lines.push(`${message.text()} on ${page.url()}`);
    });
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== host)
      lines.push(`asked another host: ${request.url()}`);
  });

  return { lines };
}
