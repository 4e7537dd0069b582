import { oneLineOf } from '../values/text.ts';

/** Facts for notices to the team: counts and names, never a person's words. */
export interface NoticeFacts {
  /** The last day's questions that a model's provider refused because of a wrong key, name or address. */
  readonly refusedByModel: number;
  /** The used share of the daily budget, from 0 to above 1; null without a limit. */
  readonly budgetShare: number | null;
  readonly failedCaptures: number;
  /** Ids of open runs that this version of the workflows cannot continue. */
  readonly stuckRuns: readonly string[];
  /** Ids of pages and sites that have failed for three days. */
  readonly failingSources: readonly string[];
  /** Ids of channels and threads with messages that were too old when Steward came back. */
  readonly missedLocations: readonly string[];
}

export interface Notice {
  /** Each cause is posted once a day. */
  readonly cause: string;
  readonly text: string;
  /** A post with this beginning reports the same thing, even if its numbers differ. */
  readonly begins?: string;
}

const warnedFrom = 0.8;
const maxNamed = 5;
const maxNameChars = 150;

/** The notices for the team, each with a remedy. */
export function noticesOf({
  refusedByModel,
  budgetShare,
  failedCaptures,
  stuckRuns,
  failingSources,
  missedLocations,
}: NoticeFacts): readonly Notice[] {
  const notices: Notice[] = [];
  const say = (cause: string, text: string) => notices.push({ cause, text });
  const list = (cause: string, ids: readonly string[], text: string) => {
    if (ids.length > 0) say(cause, [text, ...ids.slice(0, maxNamed).map((id) => `- ${id}`)].join('\n'));
  };
  if (refusedByModel > 0)
    say(
      'model',
      `The model's provider refused ${refusedByModel} question(s) in the last day. Look at the key, the name and the address: \`npx steward doctor\`.`,
    );
  if (budgetShare !== null && budgetShare >= 1)
    say(
      'budget_spent',
      "Today's budget for models is spent. Answers resume tomorrow, or with a higher `budget`.",
    );
  else if (budgetShare !== null && budgetShare >= warnedFrom)
    say('budget_80', `${Math.floor(budgetShare * 100)} % of today's budget for models is spent.`);
  if (failedCaptures > 0)
    say(
      'captures',
      `${failedCaptures} answer(s) of the team could not be captured: \`npx steward captures list\`.`,
    );
  list(
    'stuck',
    stuckRuns.map(inCode),
    `${stuckRuns.length} run(s) cannot continue with this version of Steward: \`npx steward doctor\`. Nothing is lost; the previous version can continue them.`,
  );
  list(
    'sources',
    failingSources.map(inCode),
    `${failingSources.length} source(s) could not be fetched for three days. Answers use the last text that was read, as long as \`kb.drop_missing_after_days\` leaves it in.`,
  );
  list(
    'catch_up_gap',
    missedLocations.map((id) => `<#${id}>`),
    `Messages in ${missedLocations.length} channel(s) or thread(s) were not read: Steward was away for longer than \`discord.catch_up_max_age_hours\`. \`npx steward discord capture\` captures what the team said there.`,
  );
  return notices;
}

const inCode = (id: string): string => `\`${oneLineOf(id, maxNameChars)}\``;
