import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gfm } from '@joplin/turndown-plugin-gfm';
import { load } from 'cheerio';
import TurndownService from 'turndown';
import { stewardCacheDir } from '../../adapters/temporal/cache-dir.ts';
import { corpus, type CorpusName } from './corpora.ts';

/** A page of a corpus as Markdown. */
export interface MarkdownPage {
  /** `sqlite/c3ref/open.html`: the corpus, then the page's path in it. */
  readonly path: string;
  readonly text: string;
}

/** Counts up when the conversion below changes. */
const conversion = 1;

/** The pages of a corpus without navigation, headings, code and links kept. Converted once, into the cache. */
export async function markdownPages(name: CorpusName): Promise<readonly MarkdownPage[]> {
  const file = join(stewardCacheDir(process.env), 'bench', `${name}-markdown-${conversion}.json`);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as readonly MarkdownPage[];
  const { dir, pages } = await corpus(name);
  const converted: MarkdownPage[] = [];
  for (const page of pages) {
    const text = toMarkdown(await readFile(join(dir, page), 'utf8'));
    if (text !== '') converted.push({ path: `${name}/${page}`, text });
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(converted));
  await rename(`${file}.${process.pid}`, file);
  return converted;
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);

/** What is around the text on the pages of Sphinx, AsciiDoc and SQLite. */
const navigation =
  'script, style, nav, header, footer, .sphinxsidebar, .related, .nav, .headerlink, .footer, #footer, .menu, .searchmenu, #toc';

function toMarkdown(html: string): string {
  const page = load(html);
  const title =
    page('title')
      .text()
      .split(/ — | \| /u)[0]
      ?.trim() ?? '';
  page(navigation).remove();
  const main = page('[role=main], main, .body, #content').first();
  const markdown = turndown.turndown((main.length > 0 ? main : page('body')).html() ?? '').trim();
  if (markdown === '') return '';
  return /^# /mu.test(markdown) || title === '' ? markdown : `# ${title}\n\n${markdown}`;
}
