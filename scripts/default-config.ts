import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { variableName } from '../config/layers/env-layer.ts';
import { settingTree, type Setting } from '../config/setting-tree.ts';
import { scriptArguments } from './script-arguments.ts';

/**
 * Writes config/default.yaml: every setting with its meaning and default, from the schema. Run it after a change of the
 * schema; a test compares.
 */
export const defaultConfigUrl = new URL('../config/default.yaml', import.meta.url);

const maxLineChars = 100;

const heading = `\
# Steward's settings and their defaults. Copy what you change into a file of your own and leave the rest
# out: an empty file is a valid one. Variables win over the file: STEWARD__KB__SOURCES_DIR=docs sets
# kb.sources_dir. Passwords and keys come from variables only. docs/configuration.md says more.
#
# This file is made by scripts/default-config.ts.`;

export function renderDefaultConfig(): string {
  const sections = Object.entries(settingTree.fields).map(([name, section]) =>
    [...comment(section.description), `${name}:`, ...indent(group([name], section))].join('\n'),
  );
  return `${[heading, ...sections].join('\n\n')}\n`;
}

const group = (path: readonly string[], { fields }: Setting): readonly string[] =>
  Object.entries(fields).flatMap(([name, setting]) => [
    ...comment(setting.description),
    ...settingLines([...path, name], name, setting),
  ]);

function settingLines(path: readonly string[], name: string, setting: Setting): readonly string[] {
  const { kind, nullable } = setting;
  if (kind === 'secret') return comment(`${name}: set ${variableName(path)}, or ${variableName(path)}_FILE`);
  const own = () => [`${name}:`, ...indent(group(path, setting))];
  if (kind === 'group' && typeof setting.default === 'string')
    return [`${name}: ${setting.default}`, ...commentOut(own())];
  if (kind === 'group' && !nullable) return own();
  if (kind === 'record') return [`${name}: {}`, ...commentOut([`${name}:`, ...indent(example(setting))])];
  const text = stringify({ [name]: setting.default }, { singleQuote: true, lineWidth: 0 }).trimEnd();
  const lines = text.split('\n');
  // A copy of a whole prompt would hide its next version.
  return lines.length > 1 ? commentOut(lines) : lines;
}

function example({ item, example: lines }: Setting): readonly string[] {
  if (item?.kind !== 'group') return lines;
  return ['some-name:', ...indent(group([], item))];
}

const indent = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line ? `  ${line}` : line));

const commentOut = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => `# ${line}`.trimEnd());

/** Wraps at words. */
function comment(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= maxLineChars - 2) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

if (import.meta.main) {
  scriptArguments('Writes config/default.yaml, from the schema.');
  writeFileSync(defaultConfigUrl, renderDefaultConfig());
}
