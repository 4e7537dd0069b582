import { writeFileSync } from 'node:fs';
import type { Storage } from '../../../adapters/storage/open-storage.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import type { RehearsedQuestion } from '../../../domain/reply/rehearsal/rehearsed-question.ts';
import { questionIn, type RawEntry } from '../../../domain/team/qa-pair.ts';
import { teamSourceId } from '../../../domain/team/topic-slug.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { printLine, printNote } from '../../cli/print.ts';
import { withStorage } from '../../cli/with-storage.ts';

/** An entry of a file that `eval` reads. */
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
  await withStorage({ ...options, reads: true }, async ({ storage }) => {
    if (fromRehearsal !== undefined) write(fromRehearsal, await casesOfVerdicts(storage));
    if (fromVotes !== undefined) write(fromVotes, await casesOfVotes(storage));
  });
}

function write(file: string, allCases: Found): void {
  const cases = allCases.filter((one) => one !== null);
  if (cases.length === 0)
    throw new UsageError(`Nobody has said yet what is right, so ${file} was not written.`);
  writeFileSync(file, cases.map((one) => `- ${JSON.stringify(one)}\n`).join(''));
  printLine(`${countOf(cases.length, 'question')} written to ${file}: npx steward eval ${file}`);
  const omitted = allCases.length - cases.length;
  if (omitted > 0)
    printNote(`${countOf(omitted, 'question')} left out: nothing says which sources should have answered.`);
}

/** The verdicts on the last rehearsal. */
async function casesOfVerdicts({ records, library }: Kept): Promise<Found> {
  const [last] = await records.rehearsals();
  const questions = last === undefined ? [] : await records.rehearsedIn(last);
  const pairs = await pairsIn(library);
  return questions.filter(({ judged }) => judged).map((one) => caseOf(one, pairs));
}

function caseOf({ snapshot, end, judged }: RehearsedQuestion, pairs: Pairs): Case | null {
  const question = batchText(snapshot.batch);
  if (judged === 'silence' || (judged === 'right' && end?.answer === null))
    return { question, silence: true };
  const ids = snapshot.batch.map(({ id }) => id);
  const expected = judged === 'right' ? (end?.sourceIds ?? []) : sourcesAbout(pairs, ids);
  return expected.length > 0 ? { question, expected } : null;
}

/** What the team answered and corrected, and questions with a bad vote that it has not answered since. */
async function casesOfVotes({ records, library }: Kept): Promise<Found> {
  const pairs = await pairsIn(library);
  const bad = await records.replyRecordsWhere({ notHelpful: true, limit: 1_000 });
  const open = bad.filter(({ messageId }) => sourcesAbout(pairs, [messageId]).length === 0);
  const cases = pairs.map(({ source, entry: { turns } }) => ({
    question: questionIn(turns),
    expected: [source],
  }));
  return [...cases.filter(({ question }) => question !== ''), ...open.map(() => null)];
}

/** What the team has said, with the topic in which it stands. */
type Pairs = readonly { readonly entry: RawEntry; readonly source: string }[];

async function pairsIn(library: Storage['library']): Promise<Pairs> {
  const topics = await library.topics(await library.liveGeneration());
  const slugs = new Map(topics.flatMap(({ slug, pairs }) => pairs.map(({ qaId }) => [qaId, slug] as const)));
  return (await library.rawEntries()).flatMap((entry) => {
    const slug = slugs.get(entry.qaId);
    return slug === undefined ? [] : [{ entry, source: teamSourceId(slug) }];
  });
}

/** The topics with what the team said to one of these messages. */
const sourcesAbout = (pairs: Pairs, messageIds: readonly string[]): readonly string[] => [
  ...new Set(
    pairs.flatMap(({ entry, source }) =>
      entry.messageIds.some((id) => messageIds.includes(id)) ? source : [],
    ),
  ),
];
