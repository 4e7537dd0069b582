import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { productFiles } from './walls.ts';

/** Temporal takes every workflow from one file, which only passes them on. */
const temporalList = 'workflows/index.ts';
const files = productFiles().filter((file) => file !== temporalList);

const declaration =
  /^export (?:declare |abstract |async )*(?:const|let|var|enum|function\*?|class|interface|type|namespace) (?:\*\s*)?([\w$]+)/gmu;
/** `export { one, two as three }`: names of this file, or of another; `export const { one } = …`. */
const list = /^export (?:type |const )?\{([^}]*)\}/gmu;
const listedName = /[\w$]+(?=\s*(?:,|$))/gu;

function exportedNames(source: string): readonly string[] {
  const declared = [...source.matchAll(declaration)].map(([, name = '']) => name);
  const listed = [...source.matchAll(list)].flatMap(([, names = '']) => names.trim().match(listedName) ?? []);
  return [...new Set([...declared, ...listed])];
}

it('sees names in each form of an export', () => {
  const source =
    'export const a = 1;\nexport function* b() {}\nexport type { c };\nexport {\n  d,\n  e as f,\n} from "g";\nexport const { h, i } = j;\n';
  expect(exportedNames(source)).toEqual(['a', 'b', 'c', 'd', 'f', 'h', 'i']);
});

it('no exported name stands in two files of the product', () => {
  const exported = files.flatMap((file) =>
    exportedNames(readFileSync(file, 'utf8')).map((name) => ({ name, file })),
  );
  const twice = [...Map.groupBy(exported, ({ name }) => name).values()].filter(({ length }) => length > 1);
  expect(twice).toEqual([]);
});

it('no file of the product passes on all of another', () => {
  expect(files.filter((file) => /^export \*/mu.test(readFileSync(file, 'utf8')))).toEqual([]);
});
