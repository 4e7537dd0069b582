/**
 * What Steward's image weighs, by the files of its layers: no engine is needed. Its dependencies are this checkout's, those that
 * package-lock.json does not mark as a developer's, trimmed as the Dockerfile trims them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** debian:bookworm-slim with certificates, and what its `node` image has beside Node (npm, yarn), compressed: about. */
const baseMegabytes = 36;

interface ImageSize {
  /** On disk, of node_modules alone. */
  readonly production_mb: number;
  /** Compressed, of all layers. */
  readonly image_mb: number;
}

export function measureImage(): ImageSize {
  // Beside node_modules, so that links take the place of copies.
  const dir = mkdtempSync(join(root, 'node_modules/.cache-image-'));
  try {
    for (const folder of productionFolders()) {
      mkdirSync(dirname(join(dir, folder)), { recursive: true });
      execFileSync('cp', ['-al', join(root, folder), join(dir, folder)]);
    }
    const modules = join(dir, 'node_modules');
    execFileSync(process.execPath, [join(root, 'scripts/trim-modules.js'), modules, '--production']);
    const args = ['pack', '--silent', '--pack-destination', dir];
    execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const layers = [modules, process.execPath, join(dir, 'steward-*.tgz')].map(compressedBytes);
    const bytes = layers.reduce((sum, each) => sum + each, 0);
    return {
      production_mb: megabytesIn(modules),
      image_mb: Math.round(bytes / 1024 ** 2) + baseMegabytes,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Of the whole folder on disk. */
export const megabytesIn = (folder: string): number =>
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

const compressedBytes = (path: string): number =>
  Number(
    execFileSync('sh', ['-c', `tar --create --file - --absolute-names ${path} | gzip -6 | wc -c`], {
      encoding: 'utf8',
    }),
  );

if (import.meta.main) console.log(measureImage());
