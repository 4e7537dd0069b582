/**
 * `npm pack` runs this: what a package holds, under dist/. JavaScript in place of TypeScript (Node strips no types under node_modules),
 * the workflows as one bundle with the version that a checkout gives them, and what is read as a file. Texts become JSON in place,
 * which is YAML too and is read faster.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadWorkflowBundle } from '../adapters/temporal/worker/workflow-bundle.ts';
import { createLogger } from '../workers/wiring/logger.ts';
import { scriptArguments } from './script-arguments.ts';

scriptArguments('Writes dist/, which is what a package holds. `npm pack` runs it.');

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** Their TypeScript is compiled; all else in them is read as it is. */
const copied = ['adapters/embeddings', 'adapters/http/page', 'config', 'data/demo', 'skills'];

rmSync(dist, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
for (const folder of copied)
  cpSync(join(root, folder), join(dist, folder), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || extname(path) !== '.ts',
  });
for (const name of readdirSync(join(dist, 'config/texts'))) {
  const file = join(dist, 'config/texts', name);
  writeFileSync(file, JSON.stringify(parse(readFileSync(file, 'utf8'))));
}
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
