import { writeFileSync } from 'node:fs';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import type { RehearsedQuestion } from '../../../domain/reply/rehearsal.ts';
import { questionIn, type RawEntry } from '../../../domain/team/qa-pair.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { printLine, printNote } from '../../cli/print.ts';
import { withStorage } from '../../cli/with-storage.ts';

/** A line of a file that `eval` reads. */
interface Case {
  readonly question: string;
  readonly expected?: readonly string[];
  readonly silence?: true;
}

/** Null where nothing says which sources an answer should have. */
type Found = readonly (Case | null)[];

type Kept = Pick<Storage, 'records' | 'library'>;

/** Writes questions with what is expected, from people's verdicts or from what the team has said. */
export async function writeCases({
  fromRehearsal,
  fromVotes,
  ...options
}: ConfigOption & { readonly fromRehearsal?: string; readonly fromVotes?: string }): Promise<void> {
  for (const file of [fromRehearsal, fromVotes])
    if (file !== undefined && !file.endsWith('.jsonl'))
      throw new UsageError(`${file} has to end in .jsonl: it gets JSON lines.`);
  await withStorage(options, async ({ storage }) => {
    if (fromRehearsal !== undefined) write(fromRehearsal, await casesOfVerdicts(storage));
    if (fromVotes !== undefined) write(fromVotes, await casesOfVotes(storage));
  });
}

function write(file: string, found: Found): void {
  const cases = found.filter((one) => one !== null);
  if (cases.length === 0)
    throw new UsageError(`Nobody has said yet what is right, so ${file} was not written.`);
  writeFileSync(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  printLine(`${countOf(cases.length, 'question')} written to ${file}: npx steward eval ${file}`);
  const left = found.length - cases.length;
  if (left > 0)
    printNote(`${countOf(left, 'question')} left out: nothing says which sources should have answered.`);
}

/** The verdicts on the last rehearsal. */
async function casesOfVerdicts({ records, library }: Kept): Promise<Found> {
  const [last] = await records.rehearsals();
  const judged = last === undefined ? [] : (await records.rehearsedIn(last)).filter((one) => one.judged);
  const topics = await topicsOf(library);
  return judged.map((one) => caseOf(one, topics));
}

function caseOf({ snapshot, end, judged }: RehearsedQuestion, topics: Topics): Case | null {
  const question = batchText(snapshot.batch);
  if (judged === 'silence' || (judged === 'right' && end?.answer === null))
    return { question, silence: true };
  const expected =
    judged === 'right' ? (end?.sourceIds ?? []) : topics.with(snapshot.batch.map(({ id }) => id));
  return expected.length > 0 ? { question, expected } : null;
}

/** What the team answered and corrected, and questions with a bad vote that it has not answered since. */
async function casesOfVotes({ records, library }: Kept): Promise<Found> {
  const topics = await topicsOf(library);
  const cases = topics.entries.flatMap(({ qaId, turns }) => {
    const [question, source] = [questionIn(turns), topics.sourceOf.get(qaId)];
    return question !== '' && source !== undefined ? [{ question, expected: [source] }] : [];
  });
  const bad = await records.replyRecordsWhere({ notHelpful: true, limit: 1_000 });
  const open = bad.filter(({ messageId }) => topics.with([messageId]).length === 0);
  return [...cases, ...open.map(() => null)];
}

interface Topics {
  readonly entries: readonly RawEntry[];
  readonly sourceOf: ReadonlyMap<QaId, string>;
  /** The topics of what the team said to one of these messages. */
  readonly with: (messageIds: readonly string[]) => readonly string[];
}

async function topicsOf(library: Storage['library']): Promise<Topics> {
  const entries = await library.rawEntries();
  const topics = await library.topics(await library.liveGeneration());
  const sourceOf = new Map(
    topics.flatMap(({ slug, pairs }) => pairs.map(({ qaId }) => [qaId, teamSourceId(slug)] as const)),
  );
  return {
    entries,
    sourceOf,
    with: (ids) => [
      ...new Set(
        entries
          .filter(({ messageIds }) => messageIds.some((id) => ids.includes(id)))
          .flatMap(({ qaId }) => sourceOf.get(qaId) ?? []),
      ),
    ],
  };
}
