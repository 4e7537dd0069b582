import { resolve } from 'node:path';
import { z } from 'zod';
import { count, filledText, httpUrl, path } from './fields.ts';

const globs = () => z.array(z.string().min(1));

/** What only makes sense for one kind of source. */
const ownKeys = {
  folder: ['name', 'include', 'exclude'],
  url: [],
  site: ['prefix', 'max_depth', 'max_pages', 'requests_per_second'],
} as const;

type Kind = keyof typeof ownKeys;

const kinds: readonly Kind[] = ['folder', 'url', 'site'];

const source = z
  .strictObject({
    folder: path()
      .transform((dir) => resolve(dir))
      .optional()
      .describe('A folder of documents.'),
    url: httpUrl().optional().describe('One page.'),
    site: httpUrl()
      .optional()
      .describe(
        'A documentation site: where to begin. Its llms.txt and sitemap count first, else its links.',
      ),
    title: filledText()
      .optional()
      .describe("The page's title; of a folder or a site, what stands before its pages' titles."),
    public_url: httpUrl()
      .optional()
      .describe('Where members read it, in place of the folder or of the address that it is fetched from.'),
    priority: z
      .int()
      .min(-10)
      .max(10)
      .optional()
      .describe('Sources of a higher one come first where several fit. 0 unless set.'),
    render: z
      .boolean()
      .optional()
      .describe(
        'Of url and site: pages need a browser (playwright-core and a Chromium have to be installed).',
      ),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]*$/u)
      .meta({ expects: 'lower-case letters, digits, - and _' })
      .optional()
      .describe('Of a folder: how the paths of its documents begin in the index.'),
    include: globs()
      .optional()
      .describe('Of a folder: globs of what is taken, like guides/**/*.md. Empty: all.'),
    exclude: globs().optional().describe('Of a folder: globs of what is left out.'),
    prefix: httpUrl()
      .optional()
      .describe('Of a site: only addresses that begin so. The site address unless set.'),
    max_depth: count({ min: 0, max: 20 })
      .optional()
      .describe('Of a site: how many links away from its beginning. 3 unless set.'),
    max_pages: count({ min: 1, max: 5_000 }).optional().describe('Of a site. 500 unless set.'),
    requests_per_second: z.number().positive().max(50).optional().describe('Of a site. 2 unless set.'),
  })
  .superRefine((value, context) => {
    const named = kinds.filter((kind) => value[kind] !== undefined);
    const [kind] = named;
    if (kind === undefined || named.length > 1) {
      context.addIssue({ code: 'custom', message: 'one of folder, url and site, and not several of them' });
      return;
    }
    if (kind === 'folder' && value.name === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'a name beside folder: its documents are kb:<name>/… then',
      });
    }
    const foreign = kinds.filter((one) => one !== kind).flatMap((one): readonly string[] => ownKeys[one]);
    const misplaced = [...foreign, ...(kind === 'folder' ? ['render'] : [])];
    for (const key of misplaced.filter((one) => value[one as keyof typeof value] !== undefined)) {
      context.addIssue({ code: 'custom', path: [key], message: `nothing here: a ${kind} has no ${key}` });
    }
    if (value.site && value.prefix && !value.site.startsWith(value.prefix)) {
      context.addIssue({ code: 'custom', path: ['prefix'], message: 'the beginning of the address in site' });
    }
  });

/** `kb.sources`: each entry has one of `folder`, `url` and `site`. */
export const sources = z
  .array(source)
  .superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [at, { folder, name, url, site }] of entries.entries()) {
      const id = folder === undefined ? (url ?? site ?? '') : `${name ?? ''}/`;
      if (id !== '' && seen.has(id)) {
        const key = folder === undefined ? (url === undefined ? 'site' : 'url') : 'name';
        context.addIssue({ code: 'custom', path: [at, key], message: 'one that no other source has' });
      }
      seen.add(id);
    }
  })
  .meta({ expects: 'a list of sources, each with one of folder, url and site' });
