import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ruleOf, type AnchorRule } from '../../../domain/documents/markup/anchors.ts';

/** Folders around that of the documents, such as `docs` of `docs/src/markdown`. Of their files the names are read, and the settings of MkDocs. */
const mostAround = 3;

/** How the site of a document makes anchors, by the nearest settings of a generator. GitHub's rule is that of most others. */
export async function anchorRule(root: string, inside: string): Promise<AnchorRule> {
  const top = resolve(root, ...Array.from({ length: mostAround }, () => '..'));
  for (let folder = dirname(resolve(root, inside)); ; folder = dirname(folder)) {
    const entries = await readdir(folder).catch(() => []);
    const rule = ruleOf(entries);
    if (rule === 'mkdocs') {
      const file = entries.find((entry) => ruleOf([entry]) === rule) ?? '';
      const settings = await readFile(join(folder, file), 'utf8').catch(() => '');
      return /pymdownx\.slugs|slugify_unicode/u.test(settings) ? 'mkdocs-unicode' : rule;
    }
    if (rule !== null || relative(top, folder) === '') return rule ?? 'github';
  }
}
