import { parse } from 'yaml';
import { z } from 'zod';
import { readNamedFile, UsageError } from '../../cli/exit.ts';

const entry = z
  .strictObject({
    question: z.string().regex(/\S/),
    /** The sources that may answer it; with none, silence is expected. */
    expected: z.array(z.string().regex(/^(?:kb|team):./)).optional(),
    /** Passages of these sources that the answer needs, word for word. */
    passages: z.array(z.string().regex(/\S/)).optional(),
    silence: z.boolean().optional(),
  })
  .refine(({ expected, silence = expected?.length === 0 }) => silence !== (expected ?? []).length > 0)
  .transform(({ question, expected = [], passages }) => ({
    question,
    expected,
    ...(passages && { passages }),
  }));

export type ExpectedQuestion = z.output<typeof entry>;

const shape =
  'Expected is a list of `question` with `expected`, a list of source ids such as kb:guide.md (and `passages` of theirs), or with `silence: true`';

/** Reads a list of questions in YAML. Throws a `UsageError` that names each entry with a mistake. */
export function readQuestions(path: string): readonly ExpectedQuestion[] {
  const read = entriesIn(path).map((value) => entry.safeParse(value));
  const wrong = read.flatMap(({ success }, at) => (success ? [] : `entry ${at + 1}`));
  if (wrong.length > 0) throw new UsageError(`${path}: ${wrong.join(', ')} cannot be read. ${shape}.`);
  return read.flatMap(({ data }) => data ?? []);
}

function entriesIn(path: string): readonly unknown[] {
  const text = readNamedFile(path);
  try {
    const list: unknown = parse(text);
    if (Array.isArray(list) && list.length > 0) return list;
  } catch {
    // Told like any other text that is no list.
  }
  throw new UsageError(`${path} is no list of questions. ${shape}.`);
}
