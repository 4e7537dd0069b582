import type { AskedQuestion } from '../../domain/operations/group-questions.ts';
import { isUncovered, type ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { topicSlug } from '../../domain/team/topic-slug.ts';
import { withoutSteward } from '../../domain/values/text.ts';
import { daysBefore } from '../../domain/values/time.ts';
import type { LibraryDeps } from '../deps.ts';
import { failedWith } from '../../domain/ports/errors.ts';
import { failsOneInput } from '../errors.ts';
import { workOff } from '../work-off.ts';
import { cachedDecide } from '../models/cached-decide.ts';
import type { ComparedQuestion } from '../../domain/operations/rank-gaps.ts';
import { comparedQuestion, gapSections, type NamedGap } from './gap-sections.ts';
import { openRetrieval, type Retrieved } from './retrieval.ts';

/** Older questions say little about the documents of today. */
const filedDays = 90;

/**
 * Files unanswered questions under gaps, oldest first, with one model call each, until the time is up. They are filed one
 * by one, because the next question may belong to the gap just opened. A later attempt skips filed questions.
 */
export async function fileQuestions(deps: LibraryDeps, { milliseconds }: { readonly milliseconds: number }) {
  const { records, now } = deps;
  const waiting = await records.unfiledQuestions(daysBefore(now(), filedDays));
  if (waiting.length === 0) return { filed: 0, modelCalls: 0, left: 0 };
  const compare = await openComparison(deps);
  const gaps: Gaps = new Map();
  for (const { name, questions } of await records.gaps()) {
    const latest = questions.slice(-comparedQuestions).map(questionText);
    gaps.set(name, { name, questions: (await compare(latest)).map(({ compared }) => compared) });
  }
  const counts = await workOff(waiting, {
    none: { filed: 0, modelCalls: 0 },
    atOnce: 1,
    milliseconds,
    work: (asked) => fileQuestion(deps, { asked, compare, gaps }),
  });
  return { ...counts, left: waiting.length - counts.filed };
}

/** By name. */
type Gaps = Map<string, NamedGap>;

/** The latest questions of each gap that a new question is compared with. */
const comparedQuestions = 5;

type Compare = (
  texts: readonly string[],
) => Promise<readonly { readonly retrieved: Retrieved; readonly compared: ComparedQuestion }[]>;

/** Once vectors are unavailable, it does without them: either all compared texts have one, or the words count. */
async function openComparison(deps: LibraryDeps): Promise<Compare> {
  const retrieval = await openRetrieval(deps);
  let embeddings = deps.embeddings ?? null;
  return async (texts) => {
    const vectors = await embeddings?.embed(texts).catch((error: unknown) => {
      if (!failedWith(error, 'embeddings_unavailable', 'budget_spent')) throw error;
      embeddings = null;
      return null;
    });
    const all = [];
    for (const [at, text] of texts.entries()) {
      const retrieved = await retrieval.of(text);
      all.push({ retrieved, compared: comparedQuestion(text, retrieved.hits, vectors?.[at] ?? null) });
    }
    return all;
  };
}

export const questionText = ({ question, translatedQuestion }: AskedQuestion): string =>
  withoutSteward(translatedQuestion ?? question).trim();

/** A question that the model refuses, or answers unusably, must not hold up the rest. */
const unsorted = { value: { gap_name: 'unsorted', kind: 'uncovered' }, modelCalls: 1 } as const;

async function fileQuestion(
  deps: LibraryDeps,
  {
    asked,
    compare,
    gaps,
  }: {
    readonly asked: AskedQuestion;
    readonly compare: Compare;
    readonly gaps: Gaps;
  },
) {
  const [question] = await compare([questionText(asked)]);
  if (!question) return { filed: 0, modelCalls: 0 };
  const { retrieved, compared } = question;
  const { messageId, createdAt, reason } = asked;
  const { value, modelCalls } = await cachedDecide(deps, {
    decision: 'GapResult',
    sections: gapSections({ question: compared, hits: retrieved.hits, gaps: [...gaps.values()] }),
    accept: ({ gap_name: name }) => topicSlug(name) !== null,
  }).catch((error: unknown) => {
    if (!failsOneInput(error)) throw error;
    deps.log.warn({ message_id: messageId, code: error.code }, 'question_not_filed');
    return unsorted;
  });
  const name = topicSlug(value.gap_name) ?? unsorted.value.gap_name;
  // A question that was not looked up, or whose sources have changed since, has to be asked again.
  const isStale = !isUncovered(reason as ReplyReason) || retrieved.changedAt > createdAt;
  const filed = { messageId, name, kind: value.kind, askedAt: createdAt };
  await deps.records.fileQuestion({ ...filed, retrieved: isStale ? null : retrieved.hash });
  const { questions } = gaps.get(name) ?? { questions: [] };
  gaps.set(name, { name, questions: [...questions, compared].slice(-comparedQuestions) });
  deps.log.info({ message_id: messageId, kind: value.kind }, 'question_filed');
  return { filed: 1, modelCalls };
}
