import type { z } from 'zod';
import type { Role } from './names.ts';
import { lineSchema, type ScriptLine, type ScriptReference } from './script-line.ts';

const regenerateCommand = '/regenerate';
const maxListedProblems = 20;

/** All mistakes in a script, each with its line number. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly isMistake = true;
  readonly problems: readonly string[];

  constructor(fileName: string, problems: readonly string[]) {
    const listed = problems.slice(0, maxListedProblems).map((problem) => `\n  ${problem}`);
    const rest = problems.length - listed.length;
    super(
      `The script ${fileName} cannot be played (its format: data/demo/README.md):` +
        listed.join('') +
        (rest > 0 ? `\n  and ${rest} more.` : ''),
    );
    this.problems = problems;
  }
}

/** A line with the keys that it omits taken from earlier lines. */
type Said = Omit<z.infer<typeof lineSchema>, 'author' | 'role' | 'channel'> & {
  readonly line: number;
  readonly author: string;
  readonly role: Role;
  readonly channel: string;
  readonly isCommand: boolean;
};

/**
 * Reads JSON lines; `data/demo/README.md` describes them. Blank lines and lines that start with `//` or `#` are skipped.
 * Throws one `ScriptError` with all mistakes.
 */
export function parseScript({
  text,
  fileName,
}: {
  readonly text: string;
  readonly fileName: string;
}): readonly ScriptLine[] {
  const problems: { readonly line: number; readonly sentence: string }[] = [];
  const note = (line: number, sentence: string) => void problems.push({ line, sentence });
  const said: Said[] = [];
  /** The ids and numbers of invalid lines. References to them are not further mistakes. */
  const unusable = new Set<string>();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const trimmed = raw.trim();
    if (trimmed === '' || /^(?:\/\/|#)/.test(trimmed)) continue;
    const fields = readFields(trimmed, (sentence) => note(index + 1, sentence));
    if (fields) said.push(filledIn(fields, index + 1, said));
    else for (const name of [jsonObject(trimmed)?.['id'], index + 1]) unusable.add(String(name));
  }
  const lines = said.map((line) =>
    resolved(line, { all: said, unusable, note: (sentence) => note(line.line, sentence) }),
  );
  if (problems.length > 0) {
    const inOrder = problems.toSorted((a, b) => a.line - b.line);
    throw new ScriptError(
      fileName,
      inOrder.map(({ line, sentence }) => `line ${line}: ${sentence}`),
    );
  }
  if (lines.length === 0) throw new ScriptError(fileName, ['it holds no line with a text.']);
  return lines;
}

type Fields = z.infer<typeof lineSchema>;

/** Null if the line is invalid; `note` then gets the reason. */
function readFields(text: string, note: (sentence: string) => void): Fields | null {
  const given = jsonObject(text);
  if (!given) {
    note(`${shown(text)} is not JSON; expected is one object like {"text": "How do I …?"}.`);
    return null;
  }
  const { reply_to, replyTo, ...others } = given;
  const replies = Object.entries({ 'reply-to': others['reply-to'], reply_to, replyTo }).filter(
    ([, value]) => (value ?? null) !== null,
  );
  if (replies.length > 1)
    note(`${replies.map(([key]) => shown(key)).join(' and ')} mean the same; keep one.`);
  const { data, error } = lineSchema.safeParse({ ...others, 'reply-to': replies[0]?.[1] });
  for (const issue of error?.issues ?? []) {
    const known = Object.keys(lineSchema.shape).join(', ');
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) note(`the key ${shown(key)} is unknown; expected is one of ${known}.`);
    else note(mistakeOf(String(issue.path[0]) as keyof Fields, given));
  }
  return data ?? null;
}

function mistakeOf(key: keyof Fields, given: Readonly<Record<string, unknown>>): string {
  const expected = `expected is ${String(lineSchema.shape[key].meta()?.['expects'])}.`;
  const found = key === 'reply-to' ? (given[key] ?? given['reply_to'] ?? given['replyTo']) : given[key];
  return found === undefined
    ? `"${key}" is missing; ${expected}`
    : `"${key}" is ${shown(found)}; ${expected}`;
}

/** By default an author keeps the last role, and a line is in the channel of the line that it refers to. */
function filledIn(fields: Fields, line: number, before: readonly Said[]): Said {
  const author = fields.author ?? fields.role ?? 'member';
  const role = fields.role ?? before.findLast((said) => isSame(said.author, author))?.role ?? 'member';
  const referred = [fields.thread, fields['reply-to']].map((value) => lineOf(value, before)).find(Boolean);
  const channel = fields.channel ?? referred?.channel ?? 'help';
  return { ...fields, line, author, role, channel, isCommand: fields.text.trim() === regenerateCommand };
}

function resolved(
  said: Said,
  {
    all,
    unusable,
    note,
  }: {
    readonly all: readonly Said[];
    readonly unusable: ReadonlySet<string>;
    readonly note: (sentence: string) => void;
  },
): ScriptLine {
  const { id, line, author, role, channel, text, pause, settle } = said;
  const namesake = all.find((other) => other.line < line && other.id !== null && other.id === id);
  if (namesake) note(`"id" is ${shown(id)}, as in line ${namesake.line}; expected is one of its own.`);
  const pauseSeconds = pause ?? 0;
  if (said.isCommand) return { kind: 'regenerate', line, pauseSeconds };

  const target = <Target extends object>(
    key: 'thread' | 'reply-to',
    find: (value: string) => Target | string,
  ): Target | null => {
    const value = said[key];
    const found = value === null ? null : find(value);
    if (typeof found !== 'string') return found;
    if (!unusable.has(String(value))) note(`"${key}" is ${shown(value)}: ${found}.`);
    return null;
  };
  const thread = target(
    'thread',
    (title) => referenceOf(title, said, all) ?? ({ kind: 'named', title } as const),
  );
  const replyTo = target('reply-to', (value) => referenceOf(value, said, all) ?? nobody);
  return {
    kind: 'message',
    line,
    author,
    role,
    channel,
    thread,
    replyTo,
    text,
    pauseSeconds,
    settle: settle ?? true,
  };
}

const nobody = 'no earlier line has this "id", author or number; expected is one of them or "steward"';

/**
 * Looks up a reference in this order: a line's id, `steward`, an author, a line number. Returns a string that says why the target
 * is not allowed, or null if there is none.
 */
function referenceOf(value: string, from: Said, all: readonly Said[]): ScriptReference | string | null {
  const named = lineOf(value, all);
  if (named?.id === value) return toLine(named, from);
  if (nameKey(value) === 'steward') return { kind: 'steward' };
  const theirs = all.filter(({ author, isCommand }) => !isCommand && isSame(author, value));
  const before = theirs.find(({ line, channel }) => line < from.line && channel === from.channel);
  if (before) return { kind: 'author', author: before.author };
  if (theirs.length > 0) return `this author has written nothing in #${from.channel} before`;
  if (named) return toLine(named, from);
  return /^\d+$/.test(value) ? 'that line holds no message' : null;
}

function toLine({ line, channel, isCommand }: Said, from: Said): ScriptReference | string {
  if (line >= from.line) return `line ${line} does not come before; expected is an earlier line`;
  if (isCommand) return `line ${line} is a command and has no message`;
  if (channel !== from.channel) return `line ${line} is in #${channel}, and this one in #${from.channel}`;
  return { kind: 'line', line };
}

/** Finds a line by its id or number. */
const lineOf = (value: string | null, lines: readonly Said[]): Said | undefined =>
  value === null
    ? undefined
    : (lines.find(({ id }) => id === value) ?? lines.find(({ line }) => String(line) === value));

/** Names match in any letter case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

const isSame = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** A value as it is written in the file, shortened. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
