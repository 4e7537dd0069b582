/*
 * Removes files that never run from a folder node_modules: the Temporal SDK's core for other systems, the headers of the npm
 * package `node`, unused tables of languages and tokens, source maps, and the sources of compiled files. With `--production` also
 * type declarations. Plain JavaScript for Node 20 and later without dependencies: ensure-installed.js runs it in a checkout, the
 * Dockerfile in the image.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { arch, argv, platform } from 'node:process';
import { pathToFileURL } from 'node:url';

/** The names of systems in @temporalio/core-bridge. */
const cores = {
  'linux-x64': 'x86_64-unknown-linux-gnu',
  'linux-arm64': 'aarch64-unknown-linux-gnu',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
};

/** Used are the smallest table of `eld`, what `require` finds of `gpt-tokenizer`, and LangChain's part of `js-tiktoken`. */
const tables = [
  ...['small', 'medium', 'large'].map((size) => `eld/src/ngrams/${size}.js`),
  'gpt-tokenizer/data',
  'gpt-tokenizer/esm/bpeRanks',
  'js-tiktoken/dist/ranks',
  'js-tiktoken/dist/index.js',
  'js-tiktoken/dist/index.cjs',
];

/**
 * @param {string} modules the folder node_modules
 * @param {{ production: boolean }} options whether nothing is compiled against these modules
 */
export function trimModules(modules, { production }) {
  const releases = join(modules, '@temporalio/core-bridge/releases');
  const own = cores[`${platform}-${arch}`];
  if (own !== undefined && existsSync(join(releases, own)))
    for (const name of readdirSync(releases)) if (name !== own) remove(join(releases, name));
  remove(join(modules, `node/node_modules/node-${platform}-${arch}/include`));
  for (const table of tables) remove(join(modules, table));

  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    // The bundle of the workflows includes the SDK's source maps, and its version is its hash.
    if (!production && entry.parentPath.includes('@temporalio')) continue;
    const isDeclaration = /\.d\.[cm]?ts$/.test(entry.name);
    const isUnused = isDeclaration ? production : /\.(?:[cm]?ts|map|flow)$/.test(entry.name);
    if (entry.isFile() && isUnused) remove(join(entry.parentPath, entry.name));
  }
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href)
  trimModules(argv[2] ?? 'node_modules', { production: argv.includes('--production') });
