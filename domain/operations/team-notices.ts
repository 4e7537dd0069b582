import type { PostButton } from '../posting/answer-buttons.ts';
import { oneLineOf } from '../values/text.ts';

/** What may be wrong, in counts and names: never a person's words. */
export interface NoticeFacts {
  /** Questions of the last day that a model refused to look at: a wrong key, a wrong name, a wrong address. */
  readonly refusedByModel: number;
  /** Questions of the last day that tried to give Steward other instructions. */
  readonly takeovers: number;
  /** Of what may be spent in a day, from 0 to 1 and above; null without a limit. */
  readonly budgetShare: number | null;
  readonly failedCaptures: number;
  /** Ids of open runs that this version of the workflows cannot continue. */
  readonly stuckRuns: readonly string[];
  /** Ids of pages and sites that have failed for three days. */
  readonly failingSources: readonly string[];
  /** Ids of channels and threads with messages that were too old when Steward came back. */
  readonly gaps: readonly string[];
}

export interface Notice {
  /** One post for each of these and each day, */
  readonly cause: string;
  /** or, for what is about one message, one for good. */
  readonly about?: string;
  readonly text: string;
  /** A post that begins like this says the same, although its numbers may be others. */
  readonly begins?: string;
  readonly buttons?: readonly PostButton[];
}

const warnedFrom = 0.8;
/** One or two are curiosity. */
const fewestTakeovers = 3;
const maxNamed = 5;
const maxNameChars = 150;

/** What the team has to know about, with the way out. */
export function noticesOf({
  refusedByModel,
  takeovers,
  budgetShare,
  failedCaptures,
  stuckRuns,
  failingSources,
  gaps,
}: NoticeFacts): readonly Notice[] {
  const notices: Notice[] = [];
  const say = (cause: string, text: string) => notices.push({ cause, text });
  if (refusedByModel > 0)
    say(
      'model',
      `The model's provider refused ${refusedByModel} question(s) in the last day. Look at the key, the name and the address: \`npx steward doctor\`.`,
    );
  if (takeovers >= fewestTakeovers)
    say(
      'takeovers',
      `${takeovers} questions of the last day tried to give Steward other instructions. Models read them as data. The log names them: \`takeover_tried\`.`,
    );
  if (budgetShare !== null && budgetShare >= 1)
    say(
      'budget_spent',
      "Today's budget for models is spent. Answers go on tomorrow, or with a higher `budget`.",
    );
  else if (budgetShare !== null && budgetShare >= warnedFrom)
    say('budget_80', `${Math.floor(budgetShare * 100)} % of today's budget for models is spent.`);
  if (failedCaptures > 0)
    say(
      'captures',
      `${failedCaptures} answer(s) of the team could not be learned: \`npx steward captures list --status failed\`.`,
    );
  if (stuckRuns.length > 0)
    say(
      'stuck',
      [
        `${stuckRuns.length} run(s) cannot go on with this version of Steward: \`npx steward doctor\`. Nothing is lost; the version before can continue them.`,
        ...stuckRuns.slice(0, maxNamed).map((id) => `- \`${oneLineOf(id, maxNameChars)}\``),
      ].join('\n'),
    );
  if (failingSources.length > 0)
    say(
      'sources',
      [
        `${failingSources.length} source(s) could not be fetched for three days. Answers use what was read before.`,
        ...failingSources.slice(0, maxNamed).map((id) => `- \`${oneLineOf(id, maxNameChars)}\``),
      ].join('\n'),
    );
  if (gaps.length > 0)
    say(
      'catch_up_gap',
      [
        `Messages in ${gaps.length} channel(s) or thread(s) were left: Steward was away for longer than \`discord.catch_up_max_age_hours\`. What the team said there is learned with \`npx steward discord learn\`.`,
        ...gaps.slice(0, maxNamed).map((id) => `- <#${id}>`),
      ].join('\n'),
    );
  return notices;
}
