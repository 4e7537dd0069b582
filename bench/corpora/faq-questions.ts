import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corpus } from './corpora.ts';

/**
 * The headings of entries in the FAQs of Python (Debian's python3-doc) and Git (git-doc), as written. A few state a
 * problem ("I'm on Windows and my text files are detected as binary.") and ask nothing.
 */
export async function faqHeadings(): Promise<readonly string[]> {
  const python = (await corpus('python')).dir;
  const pages = globSync(join(python, '_sources/faq/*.rst.txt')).toSorted();
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')));
  const git = await readFile(join((await corpus('git')).dir, 'gitfaq.txt'), 'utf8');
  return [
    ...texts.flatMap(rstHeadings),
    ...git.split('\n').flatMap((line) => /^(\S.*)::$/u.exec(line)?.[1] ?? []),
  ];
}

/** In reStructuredText a line of hyphens under an entry's heading; sections have other lines. */
const rstHeadings = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return lines.filter((line, at) => line.trim() !== '' && /^-{4,}$/u.test(lines[at + 1] ?? ''));
};
