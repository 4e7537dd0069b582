import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { metricsPortOf, rolesByPort } from '../config/schema/http.ts';
import { metricFamilies } from '../domain/operations/metrics.ts';
import {
  findPromtool,
  namesInObservability,
  observabilityDir,
  readObservability,
} from '../test/support/observability.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts?: readonly object[];
    }[];
  }[];
}

const alerts = (parse(readObservability('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules);
const cases = (parse(readObservability('alerts.test.yml')) as RuleTests).tests.flatMap(
  ({ alert_rule_test: tests }) => tests,
);
const doc = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8');
const named = alerts.map(({ alert }) => alert);

it('every family that an alert or a panel asks for exists, and each one is looked at', () => {
  const asked = namesInObservability().filter((name) => !name.startsWith('temporal_'));
  expect(asked.toSorted()).toEqual(Object.keys(metricFamilies).toSorted());
});

it('every alert has a case in which it fires, and one in which all is well', () => {
  const fires = cases.flatMap((one) => (one.exp_alerts ? [one.alertname] : []));
  const stays = cases.flatMap((one) => (one.exp_alerts ? [] : [one.alertname]));
  expect([fires, [...new Set(stays)]]).toEqual([named, named]);
});

const promtool = findPromtool();

it.skipIf(promtool === null)('every alert fires in its case (needs promtool, from Debian)', () => {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', 'alerts.test.yml'], {
    cwd: observabilityDir,
    encoding: 'utf8',
  });
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
});

it('docs/metrics.md says what each family is, and what to do about each alert', () => {
  const rows = Object.entries(metricFamilies).map(([name, { kind, labels, help }]) => {
    const shown = labels.length > 0 ? labels.map((label) => `\`${label}\``).join(', ') : '–';
    return [`\`${name}\``, kind, shown, help].join('|');
  });
  const cells = doc.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(rows.filter((row) => !cells.some((found) => found.join('|') === row))).toEqual([]);
  expect(named.filter((name) => !cells.some(([first]) => first === `\`${name}\``))).toEqual([]);
});

it('Prometheus asks each role of docker-compose.yml at its port', () => {
  const { services } = parse(readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8'), {
    merge: true,
  }) as { services: Record<string, { environment?: Record<string, string> }> };
  const first = Number(services['steward-bot']?.environment?.['STEWARD__METRICS__PORT']);
  const roles = rolesByPort.filter((role) => role !== 'all');
  const expected = roles.map((role) => `steward-${role}:${metricsPortOf(first, [role])}`);
  const { scrape_configs: jobs } = parse(readObservability('prometheus.yml')) as {
    scrape_configs: readonly { static_configs: readonly { targets: readonly string[] }[] }[];
  };
  expect(jobs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))).toEqual(expected);
});

it('its compose file pins images, mounts files that exist, and opens ports on this machine only', () => {
  const { services } = parse(readObservability('docker-compose.yml')) as {
    services: Record<string, { image: string; ports: readonly string[]; volumes: readonly string[] }>;
  };
  const all = Object.values(services);
  for (const { image } of all) expect(image).toMatch(/^[\w/]+:v?\d+\.\d+\.\d+$/u);
  for (const port of all.flatMap(({ ports }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/u);
  const files = all.flatMap(({ volumes }) => volumes).filter((volume) => volume.startsWith('./'));
  const missing = files.filter((file) => !existsSync(new URL(`../${file.split(':')[0]}`, import.meta.url)));
  expect([files.length, missing]).toEqual([5, []]);
});
