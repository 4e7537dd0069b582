import { z } from 'zod';
import { compareCodePoints } from '../values/text.ts';
import { isIndexableId } from './index-file.ts';

/** Times are RFC 3339 UTC with `Z`; hashes are `contentHash` of the text. */
export interface IndexCacheRecord {
  readonly source_type: 'file' | 'url';
  readonly content_hash: string;
  readonly summary_text: string;
  readonly last_indexed_at: string;
  readonly summary_pending: boolean;
  /** The questions that the document answers, in its readers' words. Absent if none were written. */
  readonly questions?: readonly string[];
  readonly file?: {
    readonly rel_path: string;
    readonly size_bytes: number;
    /** Exceeds 2^53. */
    readonly mtime_ns: bigint;
  };
  readonly url?: {
    readonly url: string;
    readonly last_fetched_at: string | null;
    readonly etag: string | null;
    readonly last_modified: string | null;
    readonly fetch_status: 'success' | 'not_modified' | 'timeout' | 'error';
    readonly next_check_at: string | null;
  };
}

/** The record of a source of which nothing was read yet: it stands in no index. */
export const emptyRecord = (type: IndexCacheRecord['source_type'], at: string): IndexCacheRecord => ({
  source_type: type,
  content_hash: '',
  summary_text: '',
  last_indexed_at: at,
  summary_pending: false,
});

export interface IndexCache {
  readonly schema_version: 1;
  readonly generated_at: string;
  readonly sources: Readonly<Record<string, IndexCacheRecord>>;
}

const time = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)));
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
const absentOr = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

const recordSchema = z
  .object({
    source_type: z.enum(['file', 'url']),
    content_hash: z.string(),
    summary_text: z.string(),
    last_indexed_at: time,
    summary_pending: z.boolean(),
    questions: absentOr(z.array(z.string())),
    file: absentOr(z.object({ rel_path: z.string(), size_bytes: z.int().min(0), mtime_ns: z.bigint() })),
    url: absentOr(
      z.object({
        url: z.string(),
        last_fetched_at: optional(time),
        etag: optional(z.string()),
        last_modified: optional(z.string()),
        fetch_status: z.enum(['success', 'not_modified', 'timeout', 'error']),
        next_check_at: optional(time),
      }),
    ),
  })
  .refine((record) => record[record.source_type] !== undefined);

const cacheSchema = z.object({
  schema_version: z.literal(1),
  generated_at: time,
  sources: z.record(z.string(), z.unknown()),
});

/** Writes JSON with keys in code-point order at every level, indent 2, `mtime_ns` as a bare number, and a final line end. */
export const serializeIndexCache = (cache: IndexCache): string => `${render(cache, '')}\n`;

/** Writes a single record, which `parseIndexCacheRecord` reads. */
export const serializeIndexCacheRecord = (record: IndexCacheRecord): string => render(record, '');

/** Returns null for a text that is not a record. */
export const parseIndexCacheRecord = (text: string): IndexCacheRecord | null =>
  recordSchema.safeParse(parseJson(text)).data ?? null;

/**
 * Parses a cache. `problem` is a sentence for a warning, or null. An unknown schema version or a text that is not a cache
 * gives null; a malformed record is left out. Unknown keys are ignored.
 */
export function parseIndexCache(text: string): {
  readonly cache: IndexCache | null;
  readonly problem: string | null;
} {
  const parsed = cacheSchema.safeParse(parseJson(text));
  if (!parsed.success)
    return { cache: null, problem: 'It is no JSON of an index cache with schema_version 1.' };
  const entries = Object.entries(parsed.data.sources);
  const records = entries.flatMap(([key, value]): (readonly [string, IndexCacheRecord])[] => {
    const record = recordSchema.safeParse(value);
    // The Python original wrote paths and addresses without a prefix.
    const id = /^(?:kb|team):/u.test(key) ? key : `kb:${key}`;
    return record.success && isIndexableId(id) ? [[id, record.data]] : [];
  });
  const malformed = entries.length - records.length;
  const problem =
    malformed === 0 ? null : `${malformed} of its records are malformed and count as not indexed.`;
  return { cache: { ...parsed.data, sources: Object.fromEntries(records) }, problem };
}

/** Returns undefined for invalid JSON. Whole numbers named `mtime_ns` keep all their digits. */
function parseJson(text: string): unknown {
  const exact = (
    key: string,
    value: unknown,
    ...[context]: readonly { readonly source?: string }[]
  ): unknown =>
    key === 'mtime_ns' && typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value;
  try {
    return JSON.parse(text, exact);
  } catch {
    return undefined;
  }
}

function render(value: unknown, indent: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const lines = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .map(([key, member]) => `${inner}${JSON.stringify(key)}: ${render(member, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
