import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { metricFamilies, type MetricName } from '../../domain/operations/metrics.ts';

export const observabilityDir = fileURLToPath(new URL('../../compose/observability/', import.meta.url));

export const readObservability = (file: string): string => readFileSync(join(observabilityDir, file), 'utf8');

const isHistogram = (name: string): boolean =>
  name.startsWith('temporal_') || metricFamilies[name as MetricName]?.kind === 'histogram';

/** All metric families in the alert rules and the dashboard; `_bucket`, `_sum` and `_count` belong to a histogram. */
export function namesInObservability(): readonly string[] {
  const queries = ['alerts.yml', 'dashboard.json'].map(readObservability).join('\n');
  const names = queries.match(/\b(?:steward|ai|temporal)_\w+/gu) ?? [];
  const families = names.map((name) => {
    const family = name.replace(/_(?:bucket|sum|count)$/u, '');
    return family !== name && isHistogram(family) ? family : name;
  });
  return [...new Set(families)];
}

/** Prometheus' tool for rules: the machine's own, or unpacked from Debian's package. Null if neither is available. */
export function findPromtool(): string | null {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  const path = join(stewardCacheDir(process.env), 'promtool');
  if (existsSync(path)) return path;
  const dir = mkdtempSync(join(tmpdir(), 'steward-promtool-'));
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: dir, stdio: 'ignore' });
  try {
    try {
      run('apt-get', 'download', 'prometheus');
    } catch {
      run('apt-get', 'update', '-q');
      run('apt-get', 'download', 'prometheus');
    }
    run('dpkg-deb', '-x', readdirSync(dir).find((name) => name.endsWith('.deb')) ?? '', 'unpacked');
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(dir, 'unpacked/usr/bin/promtool'), path);
    return path;
  } catch {
    return null;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
