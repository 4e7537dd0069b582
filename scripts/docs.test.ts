import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { commandLine } from '../workers/command-line/command-line.ts';
import * as workflows from '../workflows/index.ts';

/** What the pages promise a reader: links that lead somewhere, commands that exist and configuration that loads. */

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', '.github/**/*.md', 'docs/**/*.md', 'bench/*.md', 'data/demo/*.md'], {
  cwd: root,
});
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```.*?^```$/gmsu, '').replace(/`[^`\n]*`/gu, '');

describe('the documentation', () => {
  it.each(pages)('%s links only to files and headings that exist', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it('runs commands under systemd with the settings of the unit', () => {
    const settings = [...read('compose/systemd/steward@.service').matchAll(/^Environment=(.*)$/gmu)];
    const documented = /^systemd-run [^`]+/mu.exec(read('docs/deployment.md'))?.[0];
    expect(settings.map(([, one]) => documented?.includes(`--setenv ${one}`))).toEqual([true, true, true]);
  });

  it('is reachable from the index, page by page', () => {
    const linked = new Set(
      ['README.md', 'docs/README.md', 'docs/decisions/README.md'].flatMap((page) =>
        linksOf(page).map((link) => targetOf(page, link)),
      ),
    );
    expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
  });

  it.each(pages)('%s names only files of the code that exist', (page) => {
    const named = [...read(page).matchAll(/`((?:[\w-]+\/)+[\w.-]*\.(?:ts|js|sh|jsonl?))`/gu)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => isOfCode(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(pages)('%s names only commands and options that the command line has', (page) => {
    expect(commandsOf(read(page)).flatMap(problemsOf)).toEqual([]);
  });

  it('lists every command on the page of commands', () => {
    const leaves = (command: Command, path: string): readonly string[] =>
      command.commands.length === 0
        ? [path]
        : command.commands.flatMap((sub) => leaves(sub, `${path} ${sub.name()}`));
    const listed = [...read('docs/commands.md').matchAll(/^\| `(steward [^`]+)`/gmu)].map(
      ([, name = '']) => name,
    );
    expect(listed.toSorted()).toEqual(leaves(commandLine(), 'steward').toSorted());
  });

  it('names every workflow in the table of workflows and on the map', () => {
    const unnamed = Object.keys(workflows).filter(
      (name) =>
        !read('docs/workflows.md').includes(`| \`${name}\``) ||
        !read('docs/architecture.md').includes(`\`${name.replace(/Workflow$/u, '')}\``),
    );
    expect(unnamed).toEqual([]);
  });

  it('names every folder of adapters and workers on the map', () => {
    const folders = globSync('{adapters,workers}/*/', { cwd: root }).map((path) => basename(path));
    expect(folders.filter((name) => !read('docs/architecture.md').includes(`\`${name}\``))).toEqual([]);
  });

  it('has at most 65 words that a newcomer must learn', () => {
    const words = [...read('docs/glossary.md').matchAll(/^- \*\*([^*]+)\*\*/gmu)].map(([, word]) => word);
    expect(words.length).toBeLessThanOrEqual(65);
    expect(words).not.toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(pages)('%s shows only configuration that loads', (page) => {
    for (const yaml of configurationsOf(read(page))) {
      const load = () => loadConfig({ path: page, env: given, dotenvPath: null, readFile: () => yaml });
      expect(load).not.toThrow();
    }
  });

  it.each(pages)('%s names only npm scripts that exist', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
    const named = [...read(page).matchAll(/\bnpm run (?:--?\w+ )*([\w:-]+)/gu)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Not of what Steward writes while it runs. */
const isOfCode = (path: string): boolean => existsSync(join(root, path.split('/')[0] ?? ''));

/** Relative targets, with their headings. */
function linksOf(page: string): readonly string[] {
  const targets = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/gu)].map(
    ([, target]) => target ?? '',
  );
  return targets.filter((target) => !/^[a-z]+:/u.test(target));
}

const targetOf = (page: string, link: string): string =>
  relative(root, join(root, dirname(page), link.split('#')[0] ?? ''));

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : targetOf(page, link);
  if (!existsSync(join(root, target))) return false;
  if (heading === undefined || statSync(join(root, target)).isDirectory()) return heading === undefined;
  return anchorsOf(target).includes(heading);
}

/** The anchors that GitHub gives to headings. */
const anchorsOf = (page: string): readonly string[] =>
  [
    ...read(page)
      .replace(/^```.*?^```$/gmsu, '')
      .matchAll(/^#+ (.+)$/gmu),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** What an excerpt may leave to the rest of a configuration. */
const given = {
  STEWARD__AI_RESPONSE__LLM__BASE_URL: 'https://api.example.com/v1',
  STEWARD__HTTP__API_KEYS: 'local-key-0123456789',
};

/** Every block of YAML that is not for docker compose. */
const configurationsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```yaml\n(.*?)^```$/gmsu)]
    .map(([, yaml = '']) => yaml)
    .filter((yaml) => !yaml.startsWith('services:'));

/** Each call of the command line, as words: of `npx steward`, and of a container's `steward`. */
const commandsOf = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/(?:npx steward|steward-\w+ steward)((?: +[^\s`|#;&)]+)*)/gu)].map(([, words = '']) =>
    words.trim().split(/ +/u),
  );

/** A word in capitals or an ellipsis stands for what the reader fills in. */
function problemsOf(words: readonly string[]): readonly string[] {
  let command: Command = commandLine();
  for (const word of words) {
    const sub = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!sub) break;
    command = sub;
  }
  const call = `steward ${words.join(' ')}`;
  const isWhole = command.commands.length === 0 || /^(?:|…|[A-Z_]+|-.*)$/u.test(words[0] ?? '');
  const flags = words
    .filter((word) => /^--?[a-z]/u.test(word))
    .map((word) => word.replace(/[=.,:]+.*$/u, ''));
  const known = new Set([
    '--help',
    '--version',
    ...command.options.flatMap(({ long, short }) => [long, short]),
  ]);
  return [
    ...(isWhole ? [] : [`there is no command ${call}`]),
    ...flags.filter((flag) => !known.has(flag)).map((flag) => `there is no option ${flag}: ${call}`),
  ];
}
