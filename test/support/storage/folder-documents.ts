import { createDocuments } from '../../../adapters/storage/documents/documents.ts';
import type { PageTexts } from '../../../adapters/storage/documents/page-texts.ts';
import { folderAlone } from '../../../domain/documents/source-origins.ts';
import type { Documents } from '../../../domain/ports/sources.ts';

export const noPageTexts: PageTexts = {
  keep: async () => {},
  read: async () => null,
  listedDay: async () => null,
  has: async () => false,
  count: async () => 0,
  sample: async () => [],
  keepOnly: async () => {},
};

/** The documents of one folder, without storing or extracting anything. */
export const folderDocuments = (dir: string): Documents =>
  createDocuments({
    origins: folderAlone(dir),
    texts: noPageTexts,
    extract: async () => ({ title: null, text: '' }),
  });
