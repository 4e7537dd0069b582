import { realpath, stat } from 'node:fs/promises';
import { PortError } from '../../../domain/ports/errors.ts';
import type { Documents } from '../../../domain/ports/sources.ts';
import { discoverDocuments } from './discover-documents.ts';
import { readDocument } from './read-document.ts';

export const createDocuments = (sourcesDir: string): Documents => ({
  async discover() {
    return discoverDocuments(await documentRoot(sourcesDir));
  },
  async read(file) {
    return readDocument(await documentRoot(sourcesDir), file.relPath);
  },
});

/** The real path of the folder of documents. Throws a final `PortError` when it is missing or no folder. */
export async function documentRoot(sourcesDir: string): Promise<string> {
  const isFolder = await stat(sourcesDir).then(
    (stats) => stats.isDirectory(),
    () => null,
  );
  if (isFolder) return realpath(sourcesDir);
  throw new PortError({
    kind: 'final',
    code: 'sources_dir_missing',
    message:
      `The folder of documents ${sourcesDir} ${isFolder === null ? 'cannot be found' : 'is not a folder'}. ` +
      'Create it and put your documents there, or name another one (kb.sources_dir, --kb DIR).',
  });
}
