import { expect, it } from 'vitest';
import { breaches } from './walls.ts';

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
  `const fs = require('fs');`,
  `const fs = createRequire(import.meta.url)('node:fs');`,
  `const fs = process.getBuiltinModule('node:fs');`,
  `new Worker(new URL('../../adapters/pages/content/extraction-thread.ts', import.meta.url));`,
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
