import type { AskedQuestion } from '../../domain/operations/group-questions.ts';
import { isUncovered, type ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { topicSlug } from '../../domain/team/topic-slug.ts';
import { withoutSteward } from '../../domain/values/text.ts';
import type { LibraryDeps } from '../deps.ts';
import { failsOneInput } from '../errors.ts';
import { workOff } from '../documents/work-off.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import { foundBy, gapSections, type NamedGap } from './gap-sections.ts';
import { openRetrieval, type Retrieval } from './retrieval.ts';

/** Older questions say little of what the documents lack now. */
const filedDays = 90;
const dayMilliseconds = 86_400_000;

export interface FilingCounts {
  readonly filed: number;
  readonly modelCalls: number;
}

/**
 * Files unanswered questions under gaps, the oldest first, one call of a model each, until the time is up. One after the other:
 * the next question may belong to the gap that was just opened. What is filed is found there by the next attempt.
 */
export async function fileQuestions(
  deps: LibraryDeps,
  { milliseconds }: { readonly milliseconds: number },
): Promise<FilingCounts & { readonly left: number }> {
  const { records, now } = deps;
  const waiting = await records.unfiledQuestions(new Date(now().getTime() - filedDays * dayMilliseconds));
  if (waiting.length === 0) return { filed: 0, modelCalls: 0, left: 0 };
  const retrieval = await openRetrieval(deps);
  const gaps = await knownGaps(deps, retrieval);
  const counts = await workOff(waiting, {
    none: { filed: 0, modelCalls: 0 },
    atOnce: 1,
    milliseconds,
    work: (asked) => fileQuestion(deps, { asked, retrieval, gaps }),
  });
  return { ...counts, left: waiting.length - counts.filed };
}

/** By their names. */
type Gaps = Map<string, NamedGap>;

/** Their latest questions, and what these retrieve. */
const comparedQuestions = 5;

async function knownGaps({ records }: LibraryDeps, retrieval: Retrieval): Promise<Gaps> {
  const gaps: Gaps = new Map();
  for (const { name, questions } of await records.gaps()) {
    const texts = questions.slice(-comparedQuestions).map(questionText);
    const found: (readonly string[])[] = [];
    for (const text of texts) found.push(foundBy((await retrieval.of(text)).hits));
    gaps.set(name, { name, questions: texts, found });
  }
  return gaps;
}

export const questionText = ({ question, translatedQuestion }: AskedQuestion): string =>
  withoutSteward(translatedQuestion ?? question).trim();

/** What a model refuses, or answers unusably, must not hold up the rest. */
const unsorted = { value: { gap_name: 'unsorted', kind: 'uncovered' }, modelCalls: 1 } as const;

async function fileQuestion(
  deps: LibraryDeps,
  {
    asked,
    retrieval,
    gaps,
  }: { readonly asked: AskedQuestion; readonly retrieval: Retrieval; readonly gaps: Gaps },
): Promise<FilingCounts> {
  const question = questionText(asked);
  const retrieved = await retrieval.of(question);
  const { messageId, createdAt, reason } = asked;
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'GapResult',
    sections: gapSections({ question, hits: retrieved.hits, gaps: [...gaps.values()] }),
    accept: ({ gap_name: name }) => topicSlug(name) !== null,
  }).catch((error: unknown) => {
    if (!failsOneInput(error)) throw error;
    deps.log.warn({ message_id: messageId, code: error.code }, 'question_not_filed');
    return unsorted;
  });
  const name = topicSlug(value.gap_name) ?? unsorted.value.gap_name;
  // A question that nobody looked at, or whose sources have changed since, is asked again.
  const isStale = !isUncovered(reason as ReplyReason) || retrieved.changedAt > createdAt;
  await deps.records.fileQuestion({
    messageId,
    name,
    kind: value.kind,
    retrieved: isStale ? null : retrieved.hash,
    askedAt: createdAt,
  });
  const { questions, found } = gaps.get(name) ?? { questions: [], found: [] };
  gaps.set(name, {
    name,
    questions: [...questions, question].slice(-comparedQuestions),
    found: [...found, foundBy(retrieved.hits)].slice(-comparedQuestions),
  });
  deps.log.info({ message_id: messageId, kind: value.kind }, 'question_filed');
  return { filed: 1, modelCalls };
}
