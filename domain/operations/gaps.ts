import type { QuestionVector, ReplyRecord } from '../reply/reply-record.ts';
import { plainTitle } from '../posting/answer-links.ts';
import { compareCodePoints, countOf, oneLineOf, withoutSteward } from '../values/text.ts';
import { alikeQuestions } from './alike-questions.ts';
import type { AskedQuestion } from './asked-question.ts';

/** What a person has made of a gap. `done`: the documents cover it now. */
export type GapResolution = 'done' | 'dismissed';

export interface GapQuestion extends AskedQuestion {
  readonly nearest: readonly Page[];
  readonly vector: QuestionVector | null;
  /** What a person made of the gap while this question was in it. */
  readonly resolution: GapResolution | null;
}

type Page = NonNullable<ReplyRecord['nearest']>[number];

/** What the documents lack, as questions show that are alike. */
export interface Gap {
  /** The message id of its first question. */
  readonly id: string;
  /** That question, shortened. */
  readonly title: string;
  readonly state: 'open' | 'closed' | 'dismissed';
  /** The number of distinct people. */
  readonly askers: number;
  /** In the order of asking. */
  readonly questions: readonly [GapQuestion, ...GapQuestion[]];
  readonly lastAskedAt: string;
  /** The pages nearest to its questions, most frequent first. */
  readonly pages: readonly Page[];
}

const maxPages = 5;
const maxTitleChars = 100;

/**
 * The gaps that were asked about since a time, those with the most askers first, then the latest. A new question may join a gap and
 * never changes its id; if the first question goes, the next one gives the id, and what was decided holds.
 */
export const gapsOf = (questions: readonly GapQuestion[], since: Date): readonly Gap[] =>
  alikeQuestions(
    questions.toSorted(
      (a, b) => compareCodePoints(a.createdAt, b.createdAt) || compareCodePoints(a.messageId, b.messageId),
    ),
  )
    .map(gapOf)
    .filter(({ lastAskedAt }) => lastAskedAt >= since.toISOString())
    .toSorted((a, b) => b.askers - a.askers || compareCodePoints(b.lastAskedAt, a.lastAskedAt));

function gapOf(questions: readonly [GapQuestion, ...GapQuestion[]]): Gap {
  const [{ messageId, question, translatedQuestion, createdAt }] = questions;
  const near = questions.flatMap(({ nearest }) => nearest);
  const pages = [...Map.groupBy(near, ({ sourceId }) => sourceId).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([page]) => page ?? []);
  return {
    id: messageId,
    title: oneLineOf(plainTitle(withoutSteward(translatedQuestion ?? question)), maxTitleChars),
    state: stateOf(questions),
    askers: new Set(questions.map(({ authorId }) => authorId)).size,
    questions,
    lastAskedAt: questions.at(-1)?.createdAt ?? createdAt,
    pages: pages.slice(0, maxPages),
  };
}

/** A gap that is done opens again with the next question. A dismissed one takes it in. */
function stateOf(questions: readonly GapQuestion[]): Gap['state'] {
  if (questions.some(({ resolution }) => resolution === 'dismissed')) return 'dismissed';
  return questions.every(({ resolution }) => resolution === 'done') ? 'closed' : 'open';
}

export const isOpenGap = ({ state }: Gap): boolean => state === 'open';

/** The gap of this id, or the one that has taken in the question of this id. */
export const gapWith = (gaps: readonly Gap[], id: string): Gap | undefined =>
  gaps.find(({ questions }) => questions.some(({ messageId }) => messageId === id));

export const askersText = ({ askers, questions }: Gap): string =>
  `${countOf(askers, 'asker')}, ${countOf(questions.length, 'question')}`;

/** One line for the team, with a link to the latest question and none of its words: a post stays when its asker is forgotten. */
export function gapLine(gap: Gap): string {
  const link = gap.questions.flatMap((question) => question.link ?? []).at(-1);
  return `${askersText(gap)}${link === undefined ? '' : ` <${link}>`}`;
}
