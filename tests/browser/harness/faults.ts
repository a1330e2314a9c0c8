import type { BrowserContext, Page } from '@playwright/test';
import * as v from 'valibot';

const violationSchema = v.object({ directive: v.string(), blocked: v.string(), at: v.string() });

/** What no page may ever do, however well it looks: collected from every page of a browser context. */
export interface Faults {
  /** One line a fault: a broken content security policy, an error that nobody caught, a request to another host. */
  readonly lines: readonly string[];
}

/**
 * Watches all pages of a context, those of its pop-ups too, from before their first script runs.
 * @param host the only host that a page may ask for anything
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
