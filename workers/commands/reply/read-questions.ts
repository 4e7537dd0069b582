import { parse } from 'yaml';
import { z } from 'zod';
import { readNamedFile, UsageError } from '../../cli/exit.ts';

/** A question and the sources that may answer it; with none, silence is expected. */
export interface ExpectedQuestion {
  readonly question: string;
  readonly expected: readonly string[];
  /** Passages of these sources that the answer needs, word for word. */
  readonly passages?: readonly string[];
}

const entry = z
  .strictObject({
    question: z.string().regex(/\S/),
    expected: z.array(z.string().regex(/^(?:kb|team):./)).optional(),
    passages: z.array(z.string().regex(/\S/)).optional(),
    silence: z.boolean().optional(),
  })
  .refine(({ expected, silence = expected?.length === 0 }) => silence !== (expected ?? []).length > 0);

const shape =
  'Expected is `question` with `expected`, a list of source ids such as kb:guide.md (and `passages` of theirs), or with `silence: true`';

/** Reads a list of questions: YAML, or JSON with one object a line. Throws a `UsageError` that names file and line of each mistake. */
export function readQuestions(path: string): readonly ExpectedQuestion[] {
  const entries = path.endsWith('.jsonl') ? jsonLines(path) : yamlList(path);
  if (entries.length === 0) throw new UsageError(`${path} contains no question. ${shape}.`);
  const read = entries.map(({ value, place }) => ({ place, ...entry.safeParse(value) }));
  const wrong = read.filter(({ success }) => !success).map(({ place }) => place);
  if (wrong.length > 0) {
    const what = wrong.length > 1 ? 'are not questions' : 'is not a question';
    throw new UsageError(`${wrong.join('; ')} ${what} with what is expected. ${shape}.`);
  }
  return read.flatMap(({ data }) =>
    data
      ? [
          {
            question: data.question,
            expected: data.expected ?? [],
            ...(data.passages && { passages: data.passages }),
          },
        ]
      : [],
  );
}

type Entry = { readonly value: unknown; readonly place: string };

function yamlList(path: string): readonly Entry[] {
  const list = parsedBy(parse, readNamedFile(path), path);
  if (!Array.isArray(list)) throw new UsageError(`${path} is not a list. ${shape}.`);
  return list.map((value: unknown, at) => ({ value, place: `${path}, entry ${at + 1}` }));
}

const jsonLines = (path: string): readonly Entry[] =>
  readNamedFile(path)
    .split('\n')
    .map((line, at) => ({ line: line.trim(), place: `${path}:${at + 1}` }))
    .filter(({ line }) => line !== '')
    .map(({ line, place }) => ({ value: parsedBy(JSON.parse, line, place), place }));

function parsedBy(reader: (text: string) => unknown, text: string, place: string): unknown {
  try {
    return reader(text);
  } catch {
    throw new UsageError(`${place} is neither YAML nor JSON. ${shape}.`);
  }
}
