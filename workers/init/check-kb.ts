import { resolve } from 'node:path';
import { discoverDocuments, isReadIn } from '../../adapters/storage/documents/folder-documents.ts';
import { documentRoot } from '../../adapters/storage/documents/documents.ts';
import { mistake } from '../../domain/ports/errors.ts';

/** The path of a folder that has documents, before anything starts. Throws if it has none. */
export async function checkKnowledgeFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  const root = await documentRoot(path);
  const isRead = isReadIn([], true);
  const { files, rejected } = await discoverDocuments({ root, name: '', include: [], exclude: [], isRead });
  if (files.length > 0) return path;
  const reasons = rejected.map(({ sourceId, reason }) => `${sourceId}: ${reason}`);
  throw mistake(
    'no_documents',
    `The folder ${path} contains no document to answer from` +
      (reasons.length > 0 ? ` (left out: ${reasons.slice(0, 3).join('; ')})` : '') +
      '. Name another one, with .md, .mdx, .txt, .rst, .adoc, .html, .pdf or .docx files (kb.sources_dir, --kb DIR, or --docs DIR of init).',
  );
}
