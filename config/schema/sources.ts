import { resolve } from 'node:path';
import { z } from 'zod';
import { repositoryParts } from '../../domain/documents/source-origins.ts';
import {
  count,
  filledText,
  trueOrFalse,
  groupName,
  httpUrl,
  nullByDefault,
  path,
  seconds,
  sentSecret,
} from './fields.ts';

const globs = () => z.array(z.string().min(1));

/** The keys that are specific to each kind of source. */
const ownKeys = {
  folder: ['name', 'include', 'exclude'],
  url: [],
  site: ['include', 'exclude', 'prefix', 'max_depth', 'max_pages', 'requests_per_second'],
  github: ['read', 'docs_folder', 'ref', 'api_url', 'max_threads'],
  openapi: ['name'],
} as const;

type Kind = keyof typeof ownKeys;

const kinds: readonly Kind[] = ['folder', 'url', 'site', 'github', 'openapi'];

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
        'A documentation site: where to start. Steward uses its llms.txt, else its sitemap, else its links.',
      ),
    github: z
      .string()
      .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/u)
      .meta({ expects: 'a repository as owner/name' })
      .optional()
      .describe(
        'A repository at GitHub, as `owner/name`: its documents, closed issues, answered discussions and releases.',
      ),
    openapi: z
      .union([
        httpUrl(),
        path()
          .regex(/\.(?:json|ya?ml)$/iu)
          .transform((file) => resolve(file)),
      ])
      .meta({ expects: 'the address or the file (.json, .yaml, .yml) of a description of an API' })
      .optional()
      .describe('A description of an API (OpenAPI 3.1, 3.0 or Swagger 2.0): its file or its address.'),
    read: z
      .array(z.enum(repositoryParts))
      .min(1)
      .optional()
      .describe('For a repository: what is read of it. Default: all. Discussions need `pages.github_token`.'),
    docs_folder: z
      .string()
      .regex(/^(?!.*\.\.)[\w. /-]{0,200}$/u)
      .meta({ expects: 'a folder inside the repository, or nothing for all of it' })
      .optional()
      .describe('For a repository: the folder of its documents. Default: docs.'),
    ref: z
      .string()
      .regex(/^[\w./-]{1,200}$/u)
      .meta({ expects: 'a branch, a tag or a commit' })
      .optional()
      .describe('For a repository: the branch or tag of the documents. Default: its default branch.'),
    api_url: httpUrl()
      .optional()
      .describe(
        'For a repository at GitHub Enterprise: the address of its API, like https://github.example.com/api/v3.',
      ),
    max_threads: count({ min: 1, max: 10_000 })
      .optional()
      .describe('For a repository: the most issues, and the most discussions, the newest. Default: 1000.'),
    title: filledText()
      .optional()
      .describe("The page's title; for a folder or a site, the text in front of its pages' titles."),
    public_url: httpUrl()
      .optional()
      .describe(
        'Where members read it, instead of the folder or the address that Steward fetches. Not for a repository, which is linked at GitHub.',
      ),
    group: groupName()
      .optional()
      .describe(
        'What its documents are about. Channels and keys can be limited to groups; documents without one are for all.',
      ),
    version: z
      .string()
      .regex(/^[\w.-]{1,40}$/u)
      .meta({ expects: 'a version like 2.1, 3.x or latest' })
      .optional()
      .describe(
        'The version that its documents describe. Of several versions of a group, the one that a question names answers, else the newest.',
      ),
    name: groupName()
      .optional()
      .describe("For a folder, or a file of an API: the first part of its documents' paths in the index."),
    include: globs()
      .optional()
      .describe('For a folder or a site: globs of what to include, like guides/**. Empty: all.'),
    exclude: globs().optional().describe('For a folder or a site: globs of what to exclude.'),
    prefix: httpUrl()
      .optional()
      .describe('For a site: only addresses that start with this. Default: the address in `site`.'),
    max_depth: count({ min: 0, max: 20 })
      .optional()
      .describe('For a site: how many links away from the start. Default: 3.'),
    max_pages: count({ min: 1, max: 5_000 }).optional().describe('For a site. Default: 500.'),
    requests_per_second: z.number().positive().max(50).optional().describe('For a site. Default: 2.'),
  })
  .superRefine((value, context) => {
    const named = kinds.filter((kind) => value[kind] !== undefined);
    const [kind] = named;
    if (kind === undefined || named.length > 1) {
      const message = 'one of folder, url, site, github and openapi, and not several of them';
      context.addIssue({ code: 'custom', message });
      return;
    }
    if (kind === 'folder' && value.name === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'a name beside folder: its documents are kb:<name>/… then',
      });
    }
    const kindKeys: readonly string[] = ownKeys[kind];
    const foreign = kinds
      .flatMap((one): readonly string[] => ownKeys[one])
      .filter((key) => !kindKeys.includes(key));
    const misplaced = [...new Set(foreign), ...(kind === 'github' ? ['public_url'] : [])];
    for (const key of misplaced.filter((one) => value[one as keyof typeof value] !== undefined)) {
      context.addIssue({ code: 'custom', path: [key], message: `nothing here: a ${kind} has no ${key}` });
    }
    if (value.site && value.prefix && !value.site.startsWith(value.prefix)) {
      context.addIssue({ code: 'custom', path: ['prefix'], message: 'the beginning of the address in site' });
    }
  })
  .meta({
    expects:
      'a group of settings, such as `url: https://example.com`, `site: https://example.com`, `github: owner/name` or `folder: …` with a name',
  });

/** Each entry of `kb.sources` has one of `folder`, `url`, `site`, `github` and `openapi`. */
export const sources = z
  .array(source)
  .meta({ expects: 'a list of sources, each with one of folder, url, site, github and openapi' });

/** A host name or an IP address, IPv6 in brackets, with or without a port. */
const host = () =>
  z
    .string()
    .regex(/^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/iu)
    .meta({ expects: 'a host like docs.example.com, 10.0.0.5, [fd00::5] or docs.internal:8080' });

export const pages = z.strictObject({
  allow_hosts: z
    .array(host())
    .default([])
    .describe(
      'Hosts of your own network that Steward may fetch from, with or without a port. It refuses all other private addresses.',
    ),
  user_agent: z
    .string()
    .regex(/^[\w-]+[ -~]{0,200}$/u)
    .meta({ expects: 'a name in ASCII, like Steward (docs@example.com)' })
    .default('Steward (self-hosted Discord assistant)')
    .describe("Steward's name for web servers. The first word is its agent name in robots.txt."),
  github_token: nullByDefault(sentSecret()).describe(
    'A token for repositories at GitHub, which needs to read only. Without one GitHub allows 60 requests an hour and no discussions.',
  ),
  timeout_seconds: seconds({ max: 600 })
    .default(30)
    .describe('For one page from start to end, redirects included.'),
  max_megabytes: count({ min: 1, max: 500 })
    .default(20)
    .describe(
      'The largest page or file that Steward fetches, in millions of bytes, also after decompression.',
    ),
  check_citations: trueOrFalse(true).describe(
    'Check the links below an answer, in graphs with the node `cite`. A dead link is left out.',
  ),
});
