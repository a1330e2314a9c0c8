import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { findChromium, launchArguments } from '../../.ci/chromium.mjs';
import { enterDemoHome } from '../../tests/browser/demo-home';
import type { Finding, Scan } from './finding';
import { CHECKERS, installInto } from './packages';
import { runProgram } from './run-program';

/** The minimum score of each page in each category, out of 100. */
const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const PAGES = ['/', '/rooms/11'];

/** The number of visits to each page. */
const VISITS = 3;

type Scores = Readonly<Record<string, number>>;

const reportSchema = v.object({
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) }))
});

/** Runs Google's Lighthouse on the home and on a room, as a phone sees them on a return visit. */
export async function scanByLighthouse(origin: string, folder: string): Promise<Scan> {
  if (!(await installInto(folder, CHECKERS.lighthouse))) return { skipped: 'the registry does not answer' };
  const { path } = await findChromium();
  const profile = join(folder, 'profile');
  await signIn(origin, profile, path);

  const browser = spawn(
    path,
    [...launchArguments(), '--headless=new', `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] }
  );
  try {
    const port = await portOf(browser.stderr);
    const findings: Finding[] = [];
    for (const page of PAGES) findings.push(...(await judge(`${origin}${page}`, port, folder)));
    return { findings, summary: findings.map(({ text }) => text).join(', ') };
  } finally {
    browser.kill();
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
  }
}

async function signIn(origin: string, profile: string, executablePath: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: launchArguments(),
    baseURL: origin
  });
  const page = await context.newPage();
  await enterDemoHome(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.close();
}

/** Reads a browser's debugging port from its output. */
async function portOf(output: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  for await (const chunk of output) {
    said += String(chunk);
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error(`the browser opened no debugging port: ${said}`);
}

/** The median of several visits, because other load on the machine distorts single ones. */
async function judge(url: string, port: string, folder: string): Promise<Finding[]> {
  const visits: Scores[] = [];
  while (visits.length < VISITS) visits.push(await visit(url, port, folder));
  return CATEGORIES.map((id): Finding => {
    const scores = visits.map((visited) => visited[id] ?? 0).toSorted((a, b) => a - b);
    const score = scores[Math.floor(VISITS / 2)] ?? 0;
    const text = `${id} of ${new URL(url).pathname} ${score} (${scores.join(', ')})`;
    return { scanner: 'lighthouse', id, severity: score >= LEAST ? 'info' : 'medium', text };
  });
}

/** The scores of one visit by category, out of 100. */
async function visit(url: string, port: string, folder: string): Promise<Scores> {
  const report = join(folder, 'report.json');
  await runProgram(process.execPath, [
    join(folder, 'node_modules/lighthouse/cli/index.js'),
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    // Throttles the CPU for real, four times. The simulated method extrapolates from a fast visit and ignores
    // the service worker.
    '--throttling-method=devtools',
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${CATEGORIES.join(',')}`
  ]);
  const { categories } = v.parse(
    v.pipe(v.string(), v.parseJson(), reportSchema),
    await readFile(report, 'utf8')
  );
  return Object.fromEntries(
    Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])
  );
}
