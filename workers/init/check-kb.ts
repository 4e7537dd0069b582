import { resolve } from 'node:path';
import { folderDocuments } from '../../adapters/storage/documents/documents.ts';
import { PortError, mistake } from '../../domain/ports/errors.ts';

/** Checks that at least one document of a folder can be read, before anything starts. Throws if none can. */
export async function checkKnowledgeFolder(
  folder: string,
): Promise<{ readonly folder: string; readonly files: number }> {
  const path = resolve(folder);
  const documents = folderDocuments(path);
  const { files, rejected } = await documents.discover();
  const reasons = rejected.map(({ sourceId, reason }) => `${sourceId}: ${reason}`);
  for (const file of files) {
    try {
      await documents.read(file);
      return { folder: path, files: files.length };
    } catch (error) {
      reasons.push(`${file.sourceId}: ${error instanceof PortError ? error.message : 'unreadable'}`);
    }
  }
  throw mistake(
    'no_documents',
    `The folder ${path} contains no document to answer from` +
      (reasons.length > 0 ? ` (left out: ${reasons.slice(0, 3).join('; ')})` : '') +
      '. Name another one, with .md, .mdx, .txt, .rst, .adoc, .html, .pdf or .docx files (kb.sources_dir, --kb DIR, or --docs DIR of init).',
  );
}
