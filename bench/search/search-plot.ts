import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { HitRates } from './search-measure.ts';

interface Rates {
  readonly asked: number;
  readonly ours: HitRates;
  readonly plain: HitRates;
  readonly telling: HitRates;
}

const file = fileURLToPath(new URL('../../docs/images/search-hits.svg', import.meta.url));

const series = [
  { key: 'plain', name: 'plain FTS5', colour: '#c9ced6' },
  { key: 'telling', name: 'plain FTS5 without words of grammar', colour: '#8d99ab' },
  { key: 'ours', name: 'Steward', colour: '#2f6fde' },
] as const;

const depths = ['hit1', 'hit5', 'hit10', 'hit50'] as const;

const panel = { width: 420, height: 230, gap: 30, left: 40, top: 60 } as const;
const bar = 22;

/** Bars of the hit rates, a panel for each set of questions, as an SVG in the docs. */
export async function drawHits(tables: Readonly<Record<string, Rates>>): Promise<void> {
  const panels = Object.entries(tables).map(([name, rates], at) => {
    const x = panel.left + (at % 2) * (panel.width + panel.gap);
    const y = panel.top + Math.floor(at / 2) * (panel.height + 60);
    return `<g transform="translate(${x} ${y})">${drawPanel(`${name}: ${rates.asked} questions`, rates)}</g>`;
  });
  const legend = series.map(
    ({ name, colour }, at) =>
      `<rect x="${panel.left + at * 290}" y="18" width="14" height="14" fill="${colour}"/>` +
      `<text x="${panel.left + 20 + at * 290}" y="30">${name}</text>`,
  );
  const width = panel.left + 2 * panel.width + panel.gap + 20;
  const height = panel.top + 2 * panel.height + 110;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="sans-serif" font-size="13" fill="#1d2430"><rect width="100%" height="100%" fill="#ffffff"/>` +
    `${legend.join('')}${panels.join('')}</svg>\n`;
  await writeFile(file, svg);
}

function drawPanel(title: string, rates: Rates): string {
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = panel.height - share * (panel.height - 30);
    return (
      `<line x1="0" x2="${panel.width}" y1="${y}" y2="${y}" stroke="#e3e7ee"/>` +
      `<text x="-6" y="${y + 4}" text-anchor="end" font-size="11" fill="#667085">${share}</text>`
    );
  });
  const groups = depths.map((depth, at) => {
    const x = 20 + at * (panel.width / depths.length);
    const bars = series.map(({ key, colour }, n) => {
      const rate = rates[key][depth];
      const height = rate * (panel.height - 30);
      const left = x + n * (bar + 3);
      return (
        `<rect x="${left}" y="${panel.height - height}" width="${bar}" height="${height}" fill="${colour}"/>` +
        `<text x="${left + bar / 2}" y="${panel.height - height - 4}" text-anchor="middle" font-size="9">` +
        `${rate.toFixed(2).replace(/^0/u, '')}</text>`
      );
    });
    const label = depth.replace('hit', 'hit@');
    return `${bars.join('')}<text x="${x + 1.5 * bar + 3}" y="${panel.height + 18}" text-anchor="middle">${label}</text>`;
  });
  return `<text x="0" y="4" font-weight="bold">${title}</text>${grid.join('')}${groups.join('')}`;
}
