import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no exported name stands in two files of the product', () => {
  const product = 'activities adapters config domain extractive-model interactions workers workflows'.split(
    ' ',
  );
  const files = execFileSync('git', ['ls-files', ...product], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const exported = files.flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(declaration);
    return [...new Set([...found].map(([, name]) => name))].map((name) => ({ name, file }));
  });
  const twice = [...Map.groupBy(exported, ({ name }) => name).values()].filter(({ length }) => length > 1);
  expect(twice).toEqual([]);
});

const declaration = /^export (?:async )?(?:const|function\*?|class|interface|type) (?:\*\s*)?([\w$]+)/gmu;
