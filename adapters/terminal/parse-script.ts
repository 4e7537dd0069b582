import { readScriptFields, type ScriptFields, shown } from './script-fields.ts';
import type { ScriptLine, ScriptMessage } from './script-line.ts';
import {
  lineOfReference,
  nameKey,
  type Referable,
  resolveReplyReference,
  resolveThreadReference,
} from './script-references.ts';
import type { Role } from './terminal-members.ts';

const regenerateCommand = '/regenerate';
const maxListedProblems = 20;

/** Everything that is wrong with a script, as one text for a person, each with its line number. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
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

/**
 * Reads JSON lines; `data/demo/README.md` describes them. Blank lines and lines that start with `//` or `#`
 * are skipped. Throws one `ScriptError` with all mistakes.
 */
export function parseScript({
  text,
  fileName,
}: {
  readonly text: string;
  readonly fileName: string;
}): readonly ScriptLine[] {
  const problems: { readonly line: number; readonly sentence: string }[] = [];
  const note = (line: number) => (sentence: string) => problems.push({ line, sentence });

  const said = settled(readLines(text, note));
  const lines = said.map((line) => resolved(line, said, note(line.line)));

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

type Note = (line: number) => (sentence: string) => void;
type Read = ScriptFields & { readonly line: number };
type Said = Read & Referable & { readonly role: Role };

function readLines(text: string, note: Note): readonly Read[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((raw, index) => {
      const line = index + 1;
      const trimmed = raw.trim();
      if (trimmed === '' || trimmed.startsWith('//') || trimmed.startsWith('#')) return [];
      const object = jsonObject(trimmed);
      if (!object) {
        note(line)(`${shown(trimmed)} is not JSON; expected is one object like {"text": "How do I …?"}.`);
        return [];
      }
      return [{ ...readScriptFields(object, note(line)), line }];
    });
}

/** Fills in what a line leaves out: who speaks, in which role (an author keeps theirs) and where. */
function settled(lines: readonly Read[]): readonly Said[] {
  const roles = new Map<string, Role>();
  const done: Said[] = [];
  for (const line of lines) {
    const author = line.author ?? line.role ?? 'member';
    const role = line.role ?? roles.get(nameKey(author)) ?? 'member';
    roles.set(nameKey(author), role);
    const referred = [line.thread, line.replyTo]
      .flatMap((value) => (value === null ? [] : [lineOfReference(value, done)]))
      .find((target) => target !== undefined);
    const channel = line.channel ?? referred?.channel ?? 'help';
    done.push({ ...line, author, role, channel, isCommand: line.text?.trim() === regenerateCommand });
  }
  return done;
}

function resolved(said: Said, all: readonly Said[], note: (sentence: string) => void): ScriptLine {
  const { id, line, author, role, channel } = said;
  const pauseSeconds = said.pauseSeconds ?? 0;
  const namesake = all.find((other) => other.line < line && other.id !== null && other.id === id);
  if (namesake) note(`"id" is ${shown(id)}, as in line ${namesake.line}; expected is one of its own.`);
  if (said.isCommand) return { kind: 'regenerate', line, pauseSeconds };

  const target = <Target>(result: { readonly target: Target } | { readonly problem: string }) => {
    if ('target' in result) return result.target;
    note(result.problem);
    return null;
  };
  const at = { line, channel };
  const thread: ScriptMessage['thread'] =
    said.thread === null ? null : target(resolveThreadReference({ ...at, value: said.thread }, all));
  const replyTo =
    said.replyTo === null ? null : target(resolveReplyReference({ ...at, value: said.replyTo }, all));
  const text = said.text ?? '';
  const settle = said.settle ?? true;
  return { kind: 'message', line, author, role, channel, thread, replyTo, text, pauseSeconds, settle };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
