import { parse } from 'yaml';
import { headingsOf } from '../../../domain/documents/headings.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';

export interface ReadableDocument {
  /** The title in the front matter, or null. */
  readonly title: string | null;
  /** The published address in the front matter, relative to the folder's address or to its own folder; null if absent. */
  readonly slug: string | null;
  readonly text: string;
}

/** A longer block is not front matter. */
const maxLines = 200;
const maxFieldChars = 1_000;

/**
 * A document as it is described, searched and quoted: what its front matter says of it (title, description and tags) stands
 * at its beginning as text. Other fields are left out.
 */
export function readFrontMatter(document: string): ReadableDocument {
  const lines = document.split(/\r\n|\r|\n/u);
  const end =
    lines[0]?.trim() === '---' ? lines.slice(1, maxLines).findIndex((line) => line.trim() === '---') : -1;
  const fields = end < 0 ? null : fieldsOf(lines.slice(1, end + 1).join('\n'));
  if (!fields) return { title: null, slug: null, text: document };
  const body = lines
    .slice(end + 2)
    .join('\n')
    .trimStart();
  const [title, description, slug] = ['title', 'description', 'slug'].map((name) => oneLine(fields[name]));
  const tags = [fields['tags'], fields['keywords']]
    .flat()
    .map(oneLine)
    .filter((tag) => tag !== null);
  const isNamed = headingsOf(body.split('\n')).some(({ level }) => level === 1);
  const above = [
    title && !isNamed ? `# ${title}` : null,
    title && isNamed && !body.includes(title) ? title : null,
    description ?? null,
    tags.length > 0 ? `Tags: ${tags.join(', ')}` : null,
  ].filter((part) => part !== null);
  return { title: title ?? null, slug: slug ?? null, text: [...above, body].join('\n\n') };
}

function fieldsOf(yaml: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'silent' });
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    // Templates of a site generator make the YAML unreadable; the block still is not text.
    return /^[\w-]+:/mu.test(yaml) ? {} : null;
  }
}

/** Accepts only texts and numbers. */
function oneLine(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const line = collapseWhitespace(String(value));
  return line === '' ? null : line.slice(0, maxFieldChars).toWellFormed();
}
