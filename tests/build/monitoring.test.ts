import * as v from 'valibot';
import { expect, it } from 'vitest';
import { testProxy } from '../support/test-proxy';
import { readText } from './repository';

const ALERTS = 'packaging/prometheus-alerts.yml';

/** What a scrape itself adds. */
const OF_PROMETHEUS = 'up';
/** They exist only while a controller is watched (tests/proxy/server/home/live/house-watch.test.ts). */
const OF_CONTROLLERS = ['mantel_controller_up', 'mantel_controller_last_answer_seconds'];

const dashboardSchema = v.object({
  uid: v.literal('mantel'),
  panels: v.array(
    v.looseObject({
      id: v.number(),
      title: v.pipe(v.string(), v.nonEmpty()),
      targets: v.pipe(v.array(v.looseObject({ expr: v.string() })), v.minLength(1))
    })
  )
});

const { panels } = v.parse(dashboardSchema, JSON.parse(readText('packaging/grafana-dashboard.json')));

const alerts = [...readText(ALERTS).matchAll(/^ +expr: (?<expr>.+)$/gm)].map(
  ({ groups }) => groups?.['expr'] ?? ''
);
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The metrics that a text names. Labels and functions of PromQL have no such names. */
const metricsIn = (text: string) => text.match(/\b(?:(?:mantel|process|nodejs)_\w+|up)\b/g) ?? [];

async function printedMetrics() {
  const { text } = await (await testProxy()).ask('/metrics');
  const printed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  return [...printed, ...OF_CONTROLLERS];
}

it.each([
  ['the alerts', alerts],
  ['the dashboard', queries]
])('%s name only metrics that Mantel prints', async (_, expressions) => {
  const known = [OF_PROMETHEUS, ...(await printedMetrics())];
  for (const expr of expressions) expect(metricsIn(expr), expr).not.toEqual([]);
  expect(expressions.flatMap(metricsIn).filter((name) => !known.includes(name))).toEqual([]);
});

it('docs/metrics.md lists every metric, and no other', async () => {
  const documented = readText('docs/metrics.md').match(/(?<=`)(?:mantel|process|nodejs)_\w+(?=`)/g);
  expect(new Set(documented)).toEqual(new Set(await printedMetrics()));
});
