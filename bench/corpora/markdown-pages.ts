import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { extractHtml } from '../../adapters/pages/content/extract-html.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import { stewardCacheDir } from '../../adapters/packages/cache-dir.ts';
import { corpus, type CorpusName } from './corpora.ts';

/** A page of a corpus as Markdown. */
export interface MarkdownPage {
  /** `sqlite/c3ref/open.html`: the corpus, then the page's path in it. */
  readonly path: string;
  readonly text: string;
}

/** Counts up when the conversion below changes. */
const conversion = 4;

/** The pages of a corpus as a refresh reads them. Converted once, into the cache. */
export async function markdownPages(name: CorpusName): Promise<readonly MarkdownPage[]> {
  const file = join(stewardCacheDir(process.env), 'bench', `${name}-markdown-${conversion}.json`);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as readonly MarkdownPage[];
  const { dir, pages } = await corpus(name);
  const converted: MarkdownPage[] = [];
  for (const page of pages) {
    const text = textOf(await readFile(join(dir, page), 'utf8'));
    if (text !== '') converted.push({ path: `${name}/${page}`, text });
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, JSON.stringify(converted));
  return converted;
}

/** Nothing of a page that only leads to another: a refresh leaves it out. */
function textOf(html: string): string {
  try {
    return extractHtml(html, null).text;
  } catch (error) {
    if (failedWith(error, 'document_left_out')) return '';
    throw error;
  }
}
