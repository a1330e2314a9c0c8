import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';
import { testProxy } from '../support/test-proxy';
import { readText, root } from './repository';

const ALERTS = 'packaging/prometheus-alerts.yml';

/** What a scrape itself adds. */
const OF_PROMETHEUS = ['up'];
/** They exist only while a controller is watched or checked (tests/proxy/operations/controller-check.test.ts). */
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

/** The metrics that an expression names. Labels and functions of PromQL have no such names. */
const metricsIn = (expr: string) => expr.match(/\b(?:(?:mantel|process|nodejs)_\w+|up)\b/g) ?? [];

async function printedMetrics() {
  const { text } = await (await testProxy()).ask('/metrics');
  const printed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  return [...printed, ...OF_CONTROLLERS, ...OF_PROMETHEUS];
}

it.each([
  ['the alerts', alerts],
  ['the dashboard', queries]
])('%s name only metrics that Mantel prints', async (_, expressions) => {
  const printed = await printedMetrics();
  for (const expr of expressions) expect(metricsIn(expr), expr).not.toEqual([]);
  expect(expressions.flatMap(metricsIn).filter((name) => !printed.includes(name))).toEqual([]);
});

it('the dashboard shows every metric of Mantel', async () => {
  const own = (await printedMetrics()).filter((name) => name.startsWith('mantel_'));
  expect(own.filter((name) => !queries.flatMap(metricsIn).includes(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

it('each alert says what has happened and what to do', () => {
  const count = (pattern: RegExp) => readText(ALERTS).match(pattern)?.length;
  for (const part of [/^ +- alert: Mantel\w+$/gm, /^ +summary: .+\.$/gm, /^ +description: '.+\.'$/gm])
    expect(count(part)).toBe(alerts.length);
});

it('the documents lead to the alerts and to the dashboard', () => {
  for (const path of [ALERTS, 'packaging/grafana-dashboard.json'])
    expect(readText('docs/metrics.md')).toContain(`(../${path})`);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.runIf(hasPromtool)('promtool', () => {
  const promtool = (...argv: string[]) => {
    const { status, stderr } = spawnSync('promtool', argv, { encoding: 'utf8' });
    return { status, stderr };
  };
  const alertsFile = join(root, ALERTS);

  it('takes the alerts and the queries of the dashboard', async () => {
    expect(promtool('check', 'rules', alertsFile)).toEqual({ status: 0, stderr: '' });
    const rules = queries.map((expr, at) => ({
      record: `query:${at}`,
      expr: expr.replaceAll('$instance', '.*')
    }));
    const file = join(await temporaryFolder(), 'queries.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(promtool('check', 'rules', file)).toEqual({ status: 0, stderr: '' });
  });

  it('fires the alert on a controller at night, and once it is not checked', async () => {
    const labels = { instance: 'box', job: 'mantel' };
    const series = (name: string, more: string) => `${name}{instance="box", job="mantel"${more}}`;
    const alertIn = (alertname: string, minute: number, severity?: string, more = {}) => ({
      ...{ eval_time: `${minute}m`, alertname },
      exp_alerts: severity === undefined ? [] : [{ exp_labels: { ...labels, severity, ...more } }]
    });
    const folder = await temporaryFolder();
    // Otherwise each expected alert would need its texts.
    const bare = readText(ALERTS).replaceAll(/^ +annotations:\n(?: +(?:summary|description): .+\n)+/gm, '');
    await writeFile(join(folder, 'alerts.yml'), bare);
    const build = { series: series('mantel_build_info', ', version="1"'), values: '1x60' };
    const test = (up: string, alert_rule_test: unknown[]) => ({
      interval: '1m',
      input_series: [build, { series: series('mantel_controller_up', ', controller="a"'), values: up }],
      alert_rule_test
    });
    const content = {
      rule_files: [join(folder, 'alerts.yml')],
      tests: [
        test('1x10 0x50', [
          alertIn('MantelControllerDown', 12),
          alertIn('MantelControllerDown', 20, 'critical', { controller: 'a' }),
          alertIn('MantelControllerUnchecked', 59)
        ]),
        test('_x60', [alertIn('MantelControllerUnchecked', 20, 'warning', { version: '1' })])
      ]
    };
    const file = join(folder, 'night.json');
    await writeFile(file, JSON.stringify(content));
    expect(promtool('test', 'rules', file)).toEqual({ status: 0, stderr: '' });
  });
});
