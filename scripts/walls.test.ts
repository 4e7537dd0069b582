import { describe, expect, it } from 'vitest';
import { breaches, disorder } from './walls.ts';

const forbidden = (file: string, source: string) => breaches(file, source).length > 0;

it.each([
  `import { readFile } from 'node:fs/promises';`,
  `import type { Storage } from '../../adapters/storage/open-storage.ts';`,
  `import{x}from'pg'`,
  `/* why */ import x, { y } from "discord.js";`,
  `import {\n  one,\n  two,\n} from '../../config/schema.ts';`,
  `import * as all from '../../workflows/index.ts';`,
  `import 'pino';`,
  `export { x } from '../../workers/cli.ts';`,
  `export * from 'kysely';`,
  `const { x } = await import('../../adapters/llm/langchain.ts');`,
  'const x = await import(`@temporalio/worker`);',
  `type X = import('../../activities/deps.ts').ReplyDeps;`,
  `const fs = await import(/** don't (ask) * why */ 'node:fs');`,
  `const fs = await import(\n  // why\n  'node:fs'\n);`,
  `import /* why */ 'node:fs';`,
  `import { x /* it isn't used */ } from /* why */ 'node:fs';`,
  `import { x } from './recall.test.mts';`,
  `const asked = new Date;`,
  `const asked = Date();`,
  `import { readFile } from './recall.test.ts';`,
  `const asked = new Date();`,
  `const fs = require('fs');`,
  `const fs = createRequire(import.meta.url)('node:fs');`,
  `const fs = process.getBuiltinModule('node:fs');`,
  `const fs = await import(name);`,
  `const load = createRequire(import.meta.url);`,
  `new Worker(new URL('../../adapters/pages/reading/memory-watch.ts', import.meta.url));`,
])('the domain gets nothing from outside by %s', (source) => {
  expect(forbidden('domain/reply/recall.ts', source)).toBe(true);
});

it('knows its neighbours, and the libraries that are listed for it', () => {
  expect(
    forbidden('domain/reply/recall.ts', `import { z } from 'zod';\nimport { a } from '../values/a.ts';`),
  ).toBe(false);
});

it('takes types alone where a folder knows types alone', () => {
  const deps = `{ ReplyDeps } from '../activities/deps.ts';`;
  expect(forbidden('workflows/steps.ts', `import type ${deps}`)).toBe(false);
  expect(forbidden('workflows/steps.ts', `import ${deps}`)).toBe(true);
  // With the braces alone the module is loaded all the same.
  expect(forbidden('workflows/steps.ts', `import { type ReplyDeps } from '../activities/deps.ts';`)).toBe(
    true,
  );
});

it('keeps workflows from whatever a replay could not repeat', () => {
  const outside = [
    'node:crypto',
    '@temporalio/client',
    'zod',
    '../config/schema.ts',
    '../interactions/ask.ts',
  ];
  const passed = outside.filter((from) => !forbidden('workflows/steps.ts', `import { x } from '${from}';`));
  expect(passed).toEqual([]);
});

const among = (imports: Readonly<Record<string, string>>) =>
  disorder(new Map(Object.entries(imports).map(([file, from]) => [file, `import { x } from '${from}';`])));

it('files import one another in no circle, not even of types or while the code runs', () => {
  const other = ['domain/a/y.ts', `import { y } from './x.ts';`] as const;
  for (const back of [`import type { X } from './y.ts';`, `const { x } = await import('./y.ts');`])
    expect(disorder(new Map([['domain/a/x.ts', back], other]))).toEqual([
      'domain/a/x.ts imports domain/a/y.ts in a circle',
      'domain/a/y.ts imports domain/a/x.ts in a circle',
    ]);
});

describe('folders beside one another', () => {
  it('import one another in no circle, however long', () => {
    const oneWay = { 'domain/a/x.ts': '../b/x.ts', 'domain/b/x.ts': '../c/d/x.ts' };
    expect(among(oneWay)).toEqual([]);
    expect(among({ ...oneWay, 'domain/c/x.ts': '../a/x.ts' })).toHaveLength(3);
  });

  it('are told with the file that imports, the rarer import first', () => {
    const back = among({
      'domain/a/x.ts': '../b/x.ts',
      'domain/a/y.ts': '../b/x.ts',
      'domain/b/y.ts': '../a/x.ts',
    });
    expect(back).toEqual([
      'domain/b imports domain/a in a circle: domain/b/y.ts',
      'domain/a imports domain/b in a circle: domain/a/x.ts and 1 more',
    ]);
  });

  it('close no circle by an import that is forbidden and has to go', () => {
    expect(among({ 'workflows/x.ts': '../domain/x.ts', 'domain/y.ts': '../workflows/y.ts' })).toEqual([]);
  });

  it('may be imported by the folder around them, and may import it', () => {
    expect(among({ 'domain/a/x.ts': '../x.ts', 'domain/y.ts': './a/x.ts' })).toEqual([]);
  });

  it('hold no more files than a person can survey', () => {
    const files = (count: number) => Array.from({ length: count }, (_, at) => [`domain/a/${at}.ts`, 'zod']);
    expect(among(Object.fromEntries(files(15)))).toEqual([]);
    expect(among(Object.fromEntries(files(16)))).toEqual([
      expect.stringMatching(/^domain\/a has 16 files besides tests, and at most 15 /u),
    ]);
  });
});
