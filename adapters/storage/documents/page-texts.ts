import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface PageText {
  /** Null: the page has none of its own. */
  readonly title: string | null;
  readonly text: string;
}

/** The texts of pages and of documents that had to be extracted, by source id, as files that a person can read. */
export interface PageTexts {
  keep(sourceId: string, page: PageText): Promise<void>;
  read(sourceId: string): Promise<PageText | null>;
  has(sourceId: string): Promise<boolean>;
  /** Removes all others. */
  keepOnly(sourceIds: ReadonlySet<string>): Promise<void>;
}

/**
 * Two lines (id, title), a blank one, then the text. A file is replaced by renaming, so that a reader finds the former
 * text or the new one; it is not synced, because what a power cut takes is fetched again.
 */
export function createPageTexts(folder: string): PageTexts {
  const pathOf = (sourceId: string): string => {
    const hash = createHash('sha256').update(sourceId).digest('hex');
    return join(folder, hash.slice(0, 2), `${hash.slice(2, 32)}.md`);
  };
  return {
    async keep(sourceId, { title, text }) {
      const path = pathOf(sourceId);
      const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, `${oneLine(sourceId)}\n${oneLine(title ?? '')}\n\n${text}`);
      await rename(temporary, path);
    },
    async read(sourceId) {
      const kept = await readFile(pathOf(sourceId), 'utf8').catch(ignoreGone);
      const match = kept === null ? null : /^([^\n]*)\n([^\n]*)\n\n/u.exec(kept);
      if (kept === null || match?.[1] !== oneLine(sourceId)) return null;
      return { title: match[2] || null, text: kept.slice(match[0].length) };
    },
    has: (sourceId) =>
      access(pathOf(sourceId)).then(
        () => true,
        () => false,
      ),
    async keepOnly(sourceIds) {
      const kept = new Set([...sourceIds].map(pathOf));
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && !kept.has(path)) await rm(path, { force: true });
      }
    },
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

function ignoreGone(error: unknown): null {
  if ((error as { readonly code?: unknown }).code === 'ENOENT') return null;
  throw error;
}

export const noPageTexts: PageTexts = {
  keep: async () => {},
  read: async () => null,
  has: async () => false,
  keepOnly: async () => {},
};
