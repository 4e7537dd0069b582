/**
 * The size of Steward's image, from the files of its layers, without a container engine. Its dependencies are this
 * checkout's production dependencies, trimmed like in the Dockerfile.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** About the compressed size of debian:bookworm-slim with certificates, npm and yarn. */
const baseMegabytes = 36;
/** The Temporal server, compressed. */
const serverMegabytes = 42;

/** Calls `work` with a folder that has the contents of the image's /app. */
export async function withImageFiles<Result>(
  work: (app: string) => Promise<Result> | Result,
): Promise<Result> {
  // In node_modules, so that hard links can replace copies.
  const dir = mkdtempSync(join(root, 'node_modules/.image-'));
  try {
    const args = ['pack', '--silent', '--pack-destination', dir];
    execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('sh', ['-c', 'tar --extract --gzip --file steward-*.tgz'], { cwd: dir });
    const app = join(dir, 'package');
    for (const folder of productionFolders()) {
      mkdirSync(dirname(join(app, folder)), { recursive: true });
      execFileSync('cp', ['-al', join(root, folder), join(app, folder)]);
    }
    const trim = join(root, 'scripts/trim-modules.js');
    execFileSync(process.execPath, [trim, join(app, 'node_modules'), '--production']);
    return await work(app);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The megabytes of node_modules on disk, and of all layers compressed. */
export const measureImage = (app: string): { readonly production_mb: number; readonly image_mb: number } => ({
  production_mb: megabytesIn(join(app, 'node_modules')),
  image_mb:
    Math.round((compressedBytes(app) + compressedBytes(process.execPath)) / 1024 ** 2) +
    baseMegabytes +
    serverMegabytes,
});

/** The size of a folder on disk. */
const megabytesIn = (folder: string): number =>
  Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024);

function productionFolders(): readonly string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev = false }]) => path !== '' && !dev && path.lastIndexOf('node_modules/') === 0)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

function compressedBytes(path: string): number {
  const command = 'tar --create --file - --absolute-names "$1" | gzip -6 | wc -c';
  return Number(execFileSync('sh', ['-c', command, 'sh', path], { encoding: 'utf8' }));
}
