import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { launchBrowser } from '../../test/support/discord/page-browser.ts';
import { readObservability } from '../../test/support/observability.ts';

interface Panel {
  readonly type: 'row' | 'stat' | 'timeseries';
  readonly title: string;
  readonly fieldConfig?: {
    readonly defaults: {
      readonly unit: string;
      readonly custom?: { readonly stacking: { readonly mode: string } };
    };
  };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
type Points = readonly (readonly [seconds: number, value: number])[];
interface Series {
  readonly name: string;
  readonly points: Points;
}

/** The comparison at the end of each part of a rule. Without it, the part always has a value. */
const comparison = /\s*(?:==|[<>]=?)\s*[\d.e]+\s*$/u;
const stepSeconds = 15;
const size = { width: 460, bottom: 150, left: 60 };

/**
 * Draws each panel of the dashboard and each alert from the data of a Prometheus, in `dashboard.png` and `alerts.png`
 * of a folder. Prints each query with the last values of its series. Returns how many queries were empty.
 */
export async function drawDashboard(at: { readonly url: string; readonly dir: string }): Promise<number> {
  const { panels } = JSON.parse(readObservability('dashboard.json')) as { panels: readonly Panel[] };
  const { groups } = parse(readObservability('alerts.yml')) as {
    groups: readonly { rules: readonly { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const alerts = rules.map(({ alert, expr }): Panel => ({
    type: 'timeseries',
    title: alert,
    targets: [
      ...expr.split(/\sand\s/u).map((part) => ({ expr: part.replace(comparison, ''), legendFormat: '' })),
      { expr: `sum(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`, legendFormat: 'firing' },
    ],
  }));
  return (await drawPage(at, 'dashboard', panels)) + (await drawPage(at, 'alerts', alerts));
}

async function drawPage(
  { url, dir }: { readonly url: string; readonly dir: string },
  name: string,
  panels: readonly Panel[],
): Promise<number> {
  const range = await rangeOf(url);
  let empty = 0;
  const figures: string[] = [];
  for (const panel of panels) {
    const series: Series[] = [];
    for (const { expr, legendFormat } of panel.targets ?? []) {
      const found = await query({ url, expr, legendFormat, range });
      if (found.length === 0) empty += 1;
      const last = found.map((one) => `${one.name} ${shown(panel, one.points.at(-1)?.[1] ?? NaN)}`);
      console.log(`${panel.title} | ${expr} | ${found.length === 0 ? 'EMPTY' : last.join(', ')}`);
      series.push(...found);
    }
    figures.push(panel.type === 'row' ? `<h2>${panel.title}</h2>` : figureOf(panel, series, range));
  }
  const html = `<body style="width:1420px;font:12px sans-serif"><style>figure{display:inline-block;margin:4px;vertical-align:top;width:${size.width}px}</style>${figures.join('')}`;
  await writeFile(join(dir, `${name}.html`), html);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.setContent(html);
    await page.screenshot({ path: join(dir, `${name}.png`), fullPage: true });
  } finally {
    await browser.close();
  }
  return empty;
}

type Range = readonly [start: number, end: number];

/** Unix seconds. */
async function rangeOf(url: string): Promise<Range> {
  const { headStats } = await ask<{ headStats: { minTime: number; maxTime: number } }>(
    url,
    'status/tsdb',
    {},
  );
  return [headStats.minTime / 1_000, headStats.maxTime / 1_000];
}

async function query({
  url,
  expr,
  legendFormat,
  range: [start, end],
}: {
  readonly url: string;
  readonly expr: string;
  readonly legendFormat: string;
  readonly range: Range;
}): Promise<readonly Series[]> {
  const asked = { query: expr, start: String(start), end: String(end), step: String(stepSeconds) };
  const { result } = await ask<{
    result: readonly { metric: Readonly<Record<string, string>>; values: readonly [number, string][] }[];
  }>(url, 'query_range', asked);
  return result.map(({ metric, values }) => ({
    name:
      legendFormat.replaceAll(/\{\{(\w+)\}\}/gu, (_, label: string) => metric[label] ?? '?') ||
      Object.values(metric).join(' '),
    points: values.map(([time, value]) => [time, Number(value)] as const),
  }));
}

async function ask<Data>(url: string, path: string, parameters: Record<string, string>): Promise<Data> {
  const response = await fetch(`${url}/api/v1/${path}?${String(new URLSearchParams(parameters))}`);
  const { data, error } = (await response.json()) as { data: Data; error?: string };
  if (error !== undefined) throw new Error(`Prometheus: ${error}: ${JSON.stringify(parameters)}`);
  return data;
}

function shown({ fieldConfig }: Panel, value: number): string {
  const unit = fieldConfig?.defaults.unit;
  if (!Number.isFinite(value)) return String(value);
  if (unit === 'percentunit') return `${(100 * value).toFixed(1)} %`;
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  const text = Math.abs(value) >= 1_000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return unit === 's' ? `${text} s` : unit === 'currencyUSD' ? `$${text}` : text;
}

const colours = [
  '#4878d0',
  '#ee854a',
  '#6acc64',
  '#d65f5f',
  '#956cb4',
  '#8c613c',
  '#dc7ec0',
  '#797979',
  '#d5bb67',
  '#82c6e2',
];

/** Draws lines, on top of each other if the panel stacks. */
function figureOf(panel: Panel, series: readonly Series[], [start, end]: Range): string {
  const stacks = panel.fieldConfig?.defaults.custom?.stacking.mode === 'normal';
  const below = new Map<number, number>();
  const drawn = series.map((one) => ({
    ...one,
    points: one.points
      .filter(([, value]) => Number.isFinite(value))
      .map(([time, value]) => {
        const base = stacks ? (below.get(time) ?? 0) : 0;
        if (stacks) below.set(time, base + value);
        return [time, base + value] as const;
      }),
  }));
  const top = Math.max(...drawn.flatMap(({ points }) => points.map(([, value]) => value)), 0) || 1;
  const x = (time: number) => size.left + ((time - start) / (end - start)) * (size.width - size.left - 5);
  const y = (value: number) => size.bottom - (value / top) * (size.bottom - 25);
  const lines = drawn.map(({ points }, at) => {
    const path = points.map(([time, value]) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colours[at % colours.length]}" stroke-width="1.5"/>`;
  });
  const legend = series.map(
    ({ name, points }, at) =>
      `<span style="color:${colours[at % colours.length]}">■</span> ${name.replaceAll('<', '&lt;')} ${shown(panel, points.at(-1)?.[1] ?? NaN)}`,
  );
  const axis = [0, 0.5, 1].map(
    (part) =>
      `<text x="2" y="${y(part * top) + 4}">${shown(panel, part * top)}</text><line x1="${size.left}" x2="${size.width}" y1="${y(part * top)}" y2="${y(part * top)}" stroke="#ddd"/>`,
  );
  const title = `<text x="2" y="12" font-weight="bold">${panel.title}${stacks ? ' (stacked)' : ''}</text>`;
  return `<figure><svg width="${size.width}" height="${size.bottom + 8}">${title}${axis.join('')}${lines.join('')}</svg><div>${legend.join(' &nbsp; ') || 'NO DATA'}</div></figure>`;
}
