import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed at the end of its scope. */
export const benchFolder = () => mkdtempDisposable(join(tmpdir(), 'steward-bench-'));
