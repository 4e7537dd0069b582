import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes GitHub's two calls about issues for the tests' GitHub server, as the package `@octokit/openapi` (MIT)
 * describes them. The package has 400 MB, so it is no dependency: run `node_modules/.bin/node scripts/github-api.ts`.
 */

const version = '23.0.2';

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody: { readonly content: Json };
  readonly responses: Readonly<Record<string, { readonly content: Json }>>;
}

interface Json {
  readonly 'application/json': {
    readonly schema: object;
    readonly examples: Readonly<Record<string, { readonly value: object }>>;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'github-api-'));
try {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder });
  run('npm', 'pack', `@octokit/openapi@${version}`, '--silent');
  const file = 'package/generated/api.github.com.deref.json';
  run('tar', '-xzf', `octokit-openapi-${version}.tgz`, file);
  const { paths } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    readonly paths: Readonly<Record<string, { readonly get: Operation; readonly post: Operation }>>;
  };
  const issues = paths['/repos/{owner}/{repo}/issues'];
  const created = issues?.post.responses['201']?.content['application/json'].examples ?? {};
  const query = issues?.get.parameters.filter((parameter) => parameter.in === 'query') ?? [];
  const api = {
    from: `@octokit/openapi@${version}`,
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    body: issues?.post.requestBody.content['application/json'].schema,
    issue: Object.values(created)[0]?.value,
  };
  const text = JSON.stringify(api, plain, 2);
  writeFileSync(new URL('../test/support/pages/github-api.json', import.meta.url), `${text}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Makes a schema fit for validators: without prose, and with null as a type instead of `nullable`. */
function plain(key: string, value: unknown): unknown {
  if (key === 'description' || key === 'example') return undefined;
  if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
  const { nullable: _, ...rest } = value;
  return 'oneOf' in rest && Array.isArray(rest.oneOf)
    ? { ...rest, oneOf: [...rest.oneOf, { type: 'null' }] }
    : { ...rest, type: ['type' in rest ? rest.type : 'string', 'null'] };
}
