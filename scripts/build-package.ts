/**
 * Makes the contents of the package in dist/; `npm pack` runs it. They are JavaScript in few files (Node strips no
 * types under node_modules, and loads hundreds of modules slowly), the workflows as one bundle with the same version as
 * in the checkout, and files that are read at run time.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { loadWorkflowBundle } from '../adapters/temporal/deployment/workflow-bundle.ts';
import { createLogger } from '../workers/wiring/logger.ts';
import { scriptArguments } from './script-arguments.ts';

scriptArguments('Writes dist/, the contents of the package. `npm pack` runs it.');

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** Files that are started by name, and those that fill the image's compile cache. */
const entries = [
  'workers/cli',
  'workers/commands/operations/worker',
  'adapters/pages/reading/extraction-process',
  'adapters/pages/reading/memory-watch',
  'adapters/embeddings/embedding-process',
];
/** Libraries that every command loads (one has 255 files). Their code becomes a part of dist/. */
const inlined = ['commander', 'kysely', 'yaml', 'zod'];
/** Folders whose other files are copied. */
const copied = [
  'adapters/embeddings',
  'adapters/http/page',
  'adapters/http/widget',
  'config',
  'data/demo',
  'extractive-model',
  'skills',
];

rmSync(dist, { recursive: true, force: true });
await build({
  cwd: root,
  input: Object.fromEntries(entries.map((name) => [name, `${name}.ts`])),
  platform: 'node',
  external: (id) => /^[^./\0]/u.test(id) && !id.startsWith(root) && !inlined.includes(id),
  plugins: [ownAddresses()],
  output: { dir: dist, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
});
const licenses = inlined.map((name) => `${name}\n\n${licenseOf(name)}`);
writeFileSync(join(dist, 'LICENSES'), licenses.join(`\n${'-'.repeat(80)}\n`));
for (const folder of copied)
  cpSync(join(root, folder), join(dist, folder), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || extname(path) !== '.ts',
  });
const { code, buildId } = await bundle();
writeFileSync(join(dist, 'workflow-bundle.js'), code);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const packageFile = { version: `${version}+${buildId}`, type: 'module' };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(packageFile, null, 2)}\n`);

async function bundle() {
  const cacheDir = mkdtempSync(join(tmpdir(), 'steward-package-'));
  try {
    return await loadWorkflowBundle({
      workflowsPath: join(root, 'workflows/index.ts'),
      cacheDir,
      log: createLogger({ level: 'silent', file: null }),
    });
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/** Modules that look for files beside their own find them in the package, too, whatever chunk they are in. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('/node_modules/')) return null;
      const own = relative(root, id).replace(/\.ts$/u, '.js');
      return { code: code.replaceAll('import.meta.url', `addressOf(${JSON.stringify(own)})`) };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('addressOf(')) return null;
      const up = '../'.repeat(fileName.split('/').length - 1);
      return {
        code: code.replaceAll(/addressOf\("([^"]+)"\)/gu, `new URL("${up}$1", import.meta.url).href`),
      };
    },
  };
}

function licenseOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((one) => one.startsWith('LICENSE')) ?? '';
  return readFileSync(join(folder, file), 'utf8');
}
