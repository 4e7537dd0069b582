import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { headingsOf } from '../headings.ts';
import { leadsTo } from './moved.ts';
import { pageName } from './page-name.ts';
import { collapseWhitespace } from '../../values/text.ts';
import { leadingDay } from '../../values/time.ts';

export interface ReadableDocument {
  /** The title in the front matter, or null. */
  readonly title: string | null;
  /** The published address in the front matter, relative to the folder's address or to its own folder; null if absent. */
  readonly slug: string | null;
  /** Why it is no page that readers find, in words that continue a sentence; null for a page. */
  readonly leftOut: string | null;
  /** The day of its last change, like 2025-03-01; null if it names none. */
  readonly date: string | null;
  readonly text: string;
}

/** A longer block is not front matter. Parsing YAML takes a second for 100,000 brackets. */
const maxLines = 200;
const maxChars = 20_000;
const maxFieldChars = 1_000;

/**
 * A document as it is described, searched and quoted: what its front matter, in YAML or TOML, says of it (title, description
 * and tags) stands at its beginning as text. Other fields are left out.
 */
export function readFrontMatter(document: string): ReadableDocument {
  const lines = document.replace(/^\u{FEFF}/u, '').split(/\r\n|\r|\n/u);
  const mark = lines[0]?.trim() ?? '';
  const end = /^(?:---|\+\+\+)$/u.test(mark)
    ? lines.slice(1, maxLines).findIndex((line) => line.trim() === mark)
    : -1;
  const block = lines.slice(1, Math.max(0, end) + 1).join('\n');
  const fields = end < 0 || block.length > maxChars ? null : fieldsOf(block, mark);
  if (!fields) return { title: null, slug: null, leftOut: null, date: null, text: document };
  const body = lines
    .slice(end + 2)
    .join('\n')
    .trimStart();
  const heading = headingsOf(body.split('\n')).find(({ level }) => level === 1)?.title ?? null;
  const [written, description] = ['title', 'description'].map((name) => oneLine(fields[name]));
  const label = oneLine(fields['sidebar_label'] ?? fields['linkTitle']);
  const title = written && pageName(written, { heading, label });
  const tags = [fields['tags'], fields['keywords']]
    .flat()
    .map(oneLine)
    .filter((tag) => tag !== null);
  const above = [
    title && heading === null ? `# ${title}` : null,
    title && heading !== null && ![body, heading].some((text) => text.includes(title)) ? title : null,
    description ?? null,
    tags.length > 0 ? `Tags: ${tags.join(', ')}` : null,
  ].filter((part) => part !== null);
  return {
    title: title ?? null,
    slug: slugOf(fields),
    leftOut: whyUnpublished(fields),
    date: dateOf(fields),
    text: [...above, body].join('\n\n'),
  };
}

/** How generators of sites name the day of the last change, and at last that of the first. */
const dateFields = [
  'lastmod',
  'last_modified_at',
  'last_modified',
  'last_updated',
  'updated',
  'modified',
  'date',
];

function dateOf(fields: Fields): string | null {
  // Docusaurus has a group.
  const { last_update: update } = fields;
  const ofGroup = typeof update === 'object' && update !== null && 'date' in update ? update.date : null;
  const days = [ofGroup, ...dateFields.map((name) => fields[name])].map((value) =>
    leadingDay(value instanceof Date ? value.toISOString() : oneLine(value)),
  );
  return days.find((day) => day !== null) ?? null;
}

/** Hugo's `url` and Jekyll's `permalink` begin with a slash; a pattern of Jekyll names no page. */
function slugOf(fields: Fields): string | null {
  // Docusaurus puts a page where its id says.
  const isDocusaurus = Object.keys(fields).some((name) => /^(?:sidebar|pagination|hide)_/u.test(name));
  const slug = oneLine(fields['slug']) ?? (isDocusaurus ? oneLine(fields['id']) : null);
  const address = [fields['permalink'], fields['url']]
    .map(oneLine)
    .find((one) => one?.startsWith('/') && !one.includes(':'));
  return slug ?? address ?? null;
}

/** How the generators of sites mark a page that nobody shall read, or that no search shall find. */
const unpublishing: Readonly<Record<string, unknown>> = {
  draft: true,
  published: false,
  publish: false,
  unlisted: true,
  noindex: true,
  search: false,
  searchable: false,
  search_exclude: true,
  hidden: true,
  pagefind: false,
  status: 'draft',
  robots: 'noindex',
  'search.exclude': true,
};

/** Plugins of Jekyll, MkDocs and others. */
const redirecting = ['redirect_to', 'redirect_url', 'redirectTo', 'redirect'];

function whyUnpublished(fields: Fields): string | null {
  const { search } = fields;
  const isExcluded = typeof search === 'object' && search !== null && 'exclude' in search;
  const flat = isExcluded ? { ...fields, 'search.exclude': search.exclude } : fields;
  const field = Object.keys(unpublishing).find((name) => flagText(flat[name]) === String(unpublishing[name]));
  if (field !== undefined) return `its front matter says \`${field}: ${String(unpublishing[field])}\``;
  const target = redirecting
    .map((name) => oneLine([fields[name]].flat()[0]))
    .find((one) => /^\/|:/u.test(one ?? ''));
  return target ? leadsTo(target) : null;
}

/** YAML of older programs says yes and no. */
const flagText = (value: unknown): string =>
  ({ yes: 'true', no: 'false', 'noindex, nofollow': 'noindex' })[String(value).toLowerCase()] ??
  String(value).toLowerCase();

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(block: string, mark: string): Fields | null {
  try {
    const read: unknown =
      mark === '+++' ? parseToml(block) : parseYaml(block, { maxAliasCount: 0, logLevel: 'error' });
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : null;
  } catch {
    // A colon in a title or a template of a site generator makes the block unreadable; it still is not text.
    const lines = [...block.matchAll(/^([\w-]{1,50})\s*[:=]\s*(.{0,1000})$/gmu)];
    return lines.length === 0
      ? null
      : Object.fromEntries(lines.map(([, name = '', value = '']) => [name, unquoted(value)]));
  }
}

const unquoted = (value: string): string | null =>
  /[{}[\]]/u.test(value) ? null : value.trim().replace(/^(["'])(.*)\1$/u, '$2');

/** Accepts only texts and numbers. */
function oneLine(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const line = collapseWhitespace(String(value));
  return line === '' ? null : line.slice(0, maxFieldChars).toWellFormed();
}
