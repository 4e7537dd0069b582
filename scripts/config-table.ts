import { readFileSync, writeFileSync } from 'node:fs';
import { variableName } from '../config/layers/env-layer.ts';
import { listSettings, type ListedSetting, settingTree } from '../config/setting-tree.ts';
import { scriptArguments } from './script-arguments.ts';

/**
 * Writes the tables of settings in docs/configuration.md, from the schema. Run it after a change of the schema; a test
 * compares.
 */
export const configDocUrl = new URL('../docs/configuration.md', import.meta.url);

const begin = '<!-- settings: made by scripts/config-table.ts -->';
const end = '<!-- end of settings -->';

/** The document with new tables. Throws if the marks around them are missing. */
export function withConfigTables(document: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/configuration.md needs the lines ${begin} and ${end}`);
  return `${document.slice(0, from)}${begin}\n\n${renderConfigTables()}\n${document.slice(to)}`;
}

function renderConfigTables(): string {
  const settings = listSettings();
  const sections = Object.entries(settingTree.fields).map(([name, { description }]) => {
    const rows = settings.filter((setting) => setting.path.startsWith(`${name}.`) && isRow(setting)).map(row);
    return `### \`${name}\`\n\n${description}\n\n${table([['Key', 'Takes', 'Default', 'Meaning'], ...rows])}\n`;
  });
  return sections.join('\n');
}

/** Groups are listed by their settings, unless a word can replace them. The keys of a fallback are those of `ai_response.llm`. */
const isRow = ({ path, setting: { kind, nullable, default: byDefault } }: ListedSetting): boolean =>
  !path.startsWith('models.fallbacks.') && (kind !== 'group' || nullable || typeof byDefault === 'string');

/** What `expects` says, without what the page says once, above the tables, and without what the default shows. */
const takes = ({ expects, default: byDefault }: ListedSetting['setting']): string =>
  (byDefault === null ? expects.replace(/ \(or null\)$/u, '') : expects)
    .replace(
      / from the environment|, of ASCII characters without spaces|, without a password or a key in it/gu,
      '',
    )
    .replace(/: 17 to 20 digits in quotes| that is not blank| that starts with http:\/\/ or https:\/\//gu, '')
    .replace(/^a list, each entry /u, 'a list: ')
    .replace(/^a (?:whole number from|group of) /u, '')
    .replace(/^a number /u, 'number ');

const row = ({ path, setting }: ListedSetting): readonly string[] => [
  `\`${path}\``,
  takes(setting),
  defaultText({ path, setting }),
  setting.description,
];

function defaultText({ path, setting }: ListedSetting): string {
  if (setting.kind === 'secret') return `\`${variableName(path.split('.'))}\``;
  const text = typeof setting.default === 'string' ? setting.default : JSON.stringify(setting.default);
  if (text.includes('\n')) return 'see `config/default.yaml`';
  return text === '' ? 'empty' : `\`${text}\``;
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((columns) => columns.map((text) => text.replaceAll('|', '\\|')));
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((columns) => columns[at]?.length ?? 0)),
  );
  const line = (columns: readonly string[], fill: string) =>
    `| ${columns.map((text, at) => text.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = line(
    widths.map(() => '-'),
    '-',
  );
  return [line(head, ' '), rule, ...body.map((columns) => line(columns, ' '))].join('\n');
}

if (import.meta.main) {
  scriptArguments('Writes the tables of settings in docs/configuration.md, from the schema.');
  writeFileSync(configDocUrl, withConfigTables(readFileSync(configDocUrl, 'utf8')));
}
