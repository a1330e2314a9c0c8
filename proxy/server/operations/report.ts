import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve';
import { screenOf } from '../household/access-control';
import type { Household } from '../household/household';
import { NOT_MANAGING } from '../household/screens/screen';

/** The box, as far as it can report what is wrong. */
interface ReportingBox extends Pick<Household, 'gate'> {
  /** Makes a text for the person who helps the owner: what `doctor` finds, and the last lines of the log. It takes some seconds. */
  readonly report: () => Promise<string>;
}

/** Serves the report of the box to managing screens. All that ask while one is made get that one. */
export function registerReport(app: FastifyInstance, { gate, report }: ReportingBox): void {
  let running: Promise<string> | undefined;
  serve(app, 'GET /api/controllers/:id/report', async (request) => {
    if (!gate.manages(screenOf(request))) return NOT_MANAGING;
    running ??= report().finally(() => (running = undefined));
    return { report: await running };
  });
}
