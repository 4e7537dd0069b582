import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const packageFile = new URL('../../package.json', import.meta.url);

export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };

/** The name of a process in Temporal: `steward-library@host:24868 v0.1.0`. */
export const identityOf = (parts: readonly string[]): string =>
  `steward-${parts.join('+')}@${hostname()}:${process.pid} v${version}`;
