import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Loaded in a few milliseconds each. Clients of Temporal, of Discord, of models and of PostgreSQL take longer than such a command. */
const light = [
  ...['dutch', 'french', 'german', 'italian', 'portuguese', 'spanish'].map(
    (name) => `@orama/stemmers/${name}`,
  ),
  '@temporalio/envconfig',
  'any-ascii',
  'github-slugger',
  'kysely',
  'p-limit',
  'picomatch',
  'pino',
  'smol-toml',
  'stemmer',
  'write-file-atomic',
  'yaml',
  'zod',
];

/** What a file loads before it runs: files as paths, packages by their names. Imports that wait until they are needed do not count. */
function importsOf(file: string): readonly string[] {
  if (!file.endsWith('.ts')) return [];
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  return [...code.matchAll(/^(?:import|export)\b[^;'()=]*'([^']+)'/gmu)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  );
}

function loadedBy(file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  for (const one of loaded)
    if (one.endsWith('.ts') && existsSync(one)) for (const found of importsOf(one)) loaded.add(found);
  return loaded;
}

it.each(['documents/sources', 'reply/write-cases', 'operations/http', 'team/library'])(
  '%s loads neither a client nor a library that takes long',
  (file) => {
    const packages = [...loadedBy(fileURLToPath(new URL(`../commands/${file}.ts`, import.meta.url)))].filter(
      (name) => !/^(?:\/|node:)/u.test(name),
    );
    expect(packages.filter((name) => !light.includes(name))).toEqual([]);
  },
);
