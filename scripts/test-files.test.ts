import { globSync } from 'node:fs';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import config from '../vitest.config.ts';

interface Project {
  readonly test: { readonly include: string | string[]; readonly exclude?: readonly string[] };
}

const projects = (config.test?.projects ?? []) as unknown as readonly Project[];
const runs = projects.map(({ test: { include, exclude = [] } }) =>
  picomatch(include, { ignore: [...exclude] }),
);

it('every test file belongs to a project, so that it runs', () => {
  const files = globSync('**/*.{test,spec}.{ts,js,mts,mjs,cts,cjs,tsx,jsx}', { exclude: ['node_modules'] });
  expect(files.length).toBeGreaterThan(100);
  const lost = files.filter((file) => !runs.some((isRun) => isRun(file)));
  expect(lost, 'vitest.config.ts includes these files in no project').toEqual([]);
});
