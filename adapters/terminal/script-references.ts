import { shown } from './script-fields.ts';
import type { ScriptMessage, ScriptReference } from './script-line.ts';

/** A line of the script as far as others can refer to it. */
export interface Referable {
  readonly line: number;
  readonly id: string | null;
  readonly author: string;
  readonly channel: string;
  readonly isCommand: boolean;
}

interface Reference {
  readonly key: 'thread' | 'reply-to';
  readonly value: string;
  /** The line that refers, and its channel. */
  readonly line: number;
  readonly channel: string;
}

type Resolved<Target> = { readonly target: Target } | { readonly problem: string };

/**
 * What a reference means, looked for in this order: a line's id, `steward`, an author, a line number. A
 * thread may also be named by anything else.
 */
export function resolveThreadReference(
  reference: Omit<Reference, 'key'>,
  lines: readonly Referable[],
): Resolved<NonNullable<ScriptMessage['thread']>> {
  return (
    find({ ...reference, key: 'thread' }, lines) ?? { target: { kind: 'named', title: reference.value } }
  );
}

export function resolveReplyReference(
  reference: Omit<Reference, 'key'>,
  lines: readonly Referable[],
): Resolved<ScriptReference> {
  const asked: Reference = { ...reference, key: 'reply-to' };
  return (
    find(asked, lines) ??
    problem(asked, 'no earlier line has this "id", author or number; expected is one of them or "steward"')
  );
}

/** The line that an id or a line number means, whether it comes before or after. */
export const lineOfReference = (value: string, lines: readonly Referable[]): Referable | undefined =>
  lines.find(({ id }) => id === value) ??
  (/^\d+$/.test(value) ? lines.find(({ line }) => line === Number(value)) : undefined);

/** Names are the same in whatever case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

function find(reference: Reference, lines: readonly Referable[]): Resolved<ScriptReference> | null {
  const { value, line, channel } = reference;
  const named = lineOfReference(value, lines);
  if (named?.id === value) return toLine(reference, named);
  if (nameKey(value) === 'steward') return { target: { kind: 'steward' } };
  const theirs = lines.filter(({ author, isCommand }) => !isCommand && nameKey(author) === nameKey(value));
  const before = theirs.find((said) => said.line < line && said.channel === channel);
  if (before) return { target: { kind: 'author', author: before.author } };
  if (theirs.length > 0) return problem(reference, `this author has written nothing in #${channel} before`);
  if (named) return toLine(reference, named);
  return /^\d+$/.test(value) ? problem(reference, 'that line holds no message') : null;
}

function toLine(reference: Reference, target: Referable): Resolved<ScriptReference> {
  const { line, channel } = reference;
  if (target.line >= line)
    return problem(reference, `line ${target.line} does not come before; expected is an earlier line`);
  if (target.isCommand) return problem(reference, `line ${target.line} is a command and has no message`);
  if (target.channel !== channel)
    return problem(reference, `line ${target.line} is in #${target.channel}, and this one in #${channel}`);
  return { target: { kind: 'line', line: target.line } };
}

const problem = ({ key, value }: Reference, why: string) => ({
  problem: `"${key}" is ${shown(value)}: ${why}.`,
});
