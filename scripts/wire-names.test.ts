import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createDiscordActivities } from '../activities/discord-activities.ts';
import { createLibraryActivities } from '../activities/library-activities.ts';
import { createReplyActivities } from '../activities/reply-activities.ts';
import {
  captureEvent,
  doneEvent,
  regeneratedEvent,
  replyEvent,
} from '../domain/operations/community-events.ts';
import { nothingPlayed } from '../domain/reply/rehearsal/rehearsal-run.ts';
import { rehearsedQuestion } from '../test/support/values/rehearsed.ts';
import { replyRecord } from '../test/support/values/messages.ts';
import { metricFamilies } from '../domain/operations/metrics.ts';
import { snakeKeys } from '../domain/values/snake-case.ts';
import type { ErasurePlan } from '../domain/ports/library.ts';
import { planOf } from '../workers/commands/team/forget.ts';
import { answerOf } from '../workers/commands/reply/ask.ts';
import { outcomeOf, summaryOf } from '../workers/commands/reply/evaluate.ts';
import { rehearsalSummary, rehearsedOf } from '../workers/commands/reply/rehearse.ts';
import { scheduleIds } from '../adapters/temporal/runs/schedules.ts';
import { otherNames } from '../config/layers/layer.ts';
import { configSchema } from '../config/schema.ts';
import { commandLine } from '../workers/command-line/command-line.ts';
import * as documents from '../workflows/contract/documents.ts';
import * as intake from '../workflows/contract/intake.ts';
import * as reply from '../workflows/contract/reply.ts';
import * as team from '../workflows/contract/team.ts';
import { queues, searchAttributes, workflowIds } from '../workflows/contract/names.ts';
import { recordedInputs } from './recorded-inputs.ts';
import { startsOf } from '../workflows/contract/starts.ts';
import * as workflows from '../workflows/index.ts';

/**
 * Names that others rely on: open runs in Temporal, an operator's queries and scripts, a configuration. They stay as the list
 * says. A new name is added to it with `npx vitest run --project unit scripts/wire-names.test.ts -u`; one that goes, or becomes
 * another, breaks what somebody has.
 */
it('names that others rely on are those of wire-names.txt (a new one is added by: npx vitest run --project unit scripts/wire-names.test.ts -u)', async () => {
  await expect(`${JSON.stringify(wireNames(), null, 2)}\n`).toMatchFileSnapshot('./wire-names.txt');
});

it('every workflow is started by the table of starts', () => {
  const started = Object.values(startsByName()).map(({ workflowType }) => workflowType);
  expect([...new Set(started)].toSorted()).toEqual(Object.keys(workflows).toSorted());
});

function wireNames(): object {
  return {
    workflows: Object.keys(workflows).toSorted(),
    starts: Object.fromEntries(
      Object.entries(startsByName()).map(([name, start]) => [
        name,
        [start.workflowId, start.workflowIdReusePolicy, start.priority.priorityKey],
      ]),
    ),
    queues: queues('base'),
    schedules: scheduleIds('base'),
    search_attributes: Object.values(searchAttributes).map(({ name, type }) => `${name}: ${type}`),
    signals_queries_updates: messages(),
    activities: activities(),
    recorded_inputs: recordedInputs(),
    commands: commandsOf(commandLine()).toSorted(),
    settings: settingsOf(schemaOfConfig, []),
    otherNamesOfSettings: otherNames.map(({ from }) => from.join('.')),
    texts: settingsOf(schemaOfConfig.properties?.['texts']?.additionalProperties ?? {}, []),
    metrics: Object.entries(metricFamilies).map(([name, { labels }]) => [name, ...labels].join(' ')),
    json: {
      ask: printedKeysOf(answerOf(row, '')),
      eval: [outcomeOf(judged), summaryOf([judged])].map((line) => printedKeysOf(line)),
      rehearse: [
        rehearsedOf(rehearsedQuestion(1)),
        rehearsalSummary({ ...nothingPlayed, rehearsal: '' }, null),
      ].map((line) => printedKeysOf(line)),
      forget: printedKeysOf(planOf(erasure, true)),
      demo: Object.fromEntries(events.map((event) => [event.event, keysOf(event)])),
    },
  };
}

const row = replyRecord('1', {
  status: 'answered',
  post: { style: 'thread', title: '', parts: [''] },
  citations: [{ sourceId: '', title: '', url: null, qaIds: [] }],
  moderation: [{ type: 'email', rule: '', count: 1 }],
  decisions: [{ decision: '', value: null }],
  statuses: [{ status: 'COMPLETE', atMilliseconds: 0, reason: null }],
  nodeTimes: [{ node: '', milliseconds: 0 }],
  toolCalls: [{ tool: 'search', result: 'found', milliseconds: 0 }],
  modelCalls: [{ decision: '', model: '', inputTokens: 0, outputTokens: 0, costUsd: null, milliseconds: 0 }],
});
const counted = {
  generation: 1,
  entries: 1,
  integrated: 1,
  skipped: 0,
  superseded: 0,
  topics: 1,
  modelCalls: 1,
};
const events = [
  replyEvent(row, ''),
  replyEvent({ ...row, status: 'skipped' }, ''),
  captureEvent({ qaId: null, topic: null, outcome: 'no_pair' }, ''),
  captureEvent(null, ''),
  regeneratedEvent(counted, ''),
  doneEvent([]),
];
const erasure: ErasurePlan = {
  userId: '',
  entries: [{ qaId: 'qa_20260201_031056', messageIds: null }],
  isTeamMember: false,
  mentions: [{ qaId: 'qa_20260201_031056', turn: 1, text: '' }],
  retracted: [{ qaId: 'qa_20260201_031056', answers: [] }],
  topics: [],
  isKnown: true,
  withoutAuthors: [],
  leftFiles: [],
};
const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: null };
const missed = { answered: false, failed: false, score: null };
const judged = { ...missed, question: '', expected: [], citedIds: [], reason: '', usage, evidence: null };

/** As `printJson` writes them. */
const printedKeysOf = (value: object): readonly string[] => keysOf(snakeKeys(value));

/** With the path of those within others. */
function keysOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return keysOf(value[0], `${path}[]`);
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return [name, ...keysOf(inner, name)];
  });
}

/** One start of each kind, with ids that say what they are. */
function startsByName() {
  const routed = {
    snapshotId: '<snapshot>',
    route: 'reply',
    guildId: '<guild>',
    channelId: '<channel>',
    conversationId: '<conversation>',
    messageIds: ['<message>'],
    askedDirectly: false,
    link: '<link>',
  } as const;
  const question = { messageId: '<message>', guildId: '<guild>' };
  const at = { channelId: '<channel>', threadId: null, messageId: '<message>' };
  const waits = { waitMilliseconds: 1, directWaitMilliseconds: 1, maxWaitMilliseconds: 1 };
  const author = {
    guildId: '<guild>',
    channelId: '<channel>',
    locationId: '<location>',
    authorId: '<author>',
  };
  const history = { channelId: '<channel>', since: '', afterMessageId: '0' };
  const starts = startsOf('base');
  return {
    batch: starts.batch({ ...author, ...waits }, { isDirect: false, link: '', messageId: '<message>' }),
    reply: starts.reply({ routed }),
    direct_reply: starts.reply({ routed: { ...routed, askedDirectly: true } }),
    recheck: starts.recheck(),
    recheck_answer: starts.recheckAnswer(question),
    review: starts.review(question),
    amend: starts.amend(question),
    help: starts.help(question),
    rehearse: starts.rehearse({ ...history, limit: 1, usd: 1 }),
    capture: starts.capture({ routed }),
    capture_message: starts.captureMessage({ message: at, name: '<name>', guildId: '<guild>' }),
    capture_entry: starts.captureEntry({ qaId: 'qa_20260201_031056' }),
    recapture: starts.recapture({ messageId: '<message>', waitMilliseconds: 1 }),
    capture_history: starts.captureHistory(history),
    capture_history_estimate: starts.captureHistory({ ...history, dryRun: true }),
    regenerate: starts.regenerate(),
    refresh: starts.refresh(),
    notices: starts.notices(),
    gateway: starts.gateway({ applicationId: '<application>' }),
  };
}

function messages(): readonly string[] {
  const defined = Object.values({ ...intake, ...reply, ...team, ...documents }).flatMap((one) =>
    typeof one === 'object' && 'type' in one ? [one] : [],
  );
  return [...new Set(defined.map(({ type, name }) => `${type} ${name}`))].toSorted();
}

/** Steps do nothing before they are called, so nothing has to be there. */
function activities(): object {
  const deps = () => ({ config: configSchema.parse({}) }) as never;
  return {
    discord: Object.keys(createDiscordActivities(deps)).toSorted(),
    library: Object.keys(createLibraryActivities(deps)).toSorted(),
    reply: Object.keys(createReplyActivities(deps)).toSorted(),
  };
}

function commandsOf(command: Command, path = ''): readonly string[] {
  const options = command.options.map(({ flags }) => `${path} ${flags}`.trim());
  const below = command.commands.flatMap((sub) => commandsOf(sub, `${path} ${sub.name()}`.trim()));
  return [...(path === '' ? [] : [path]), ...options, ...below];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
}

const schemaOfConfig = JSON.parse(
  readFileSync(new URL('../config/schema.json', import.meta.url), 'utf8'),
) as Schema;

function settingsOf({ properties = {} }: Schema, path: readonly string[]): readonly string[] {
  return Object.entries(properties).flatMap(([name, inner]) =>
    inner.properties ? settingsOf(inner, [...path, name]) : [[...path, name].join('.')],
  );
}

it('ids of one Steward are never those of another', () => {
  const [one, other] = [workflowIds('one'), workflowIds('one-more')];
  expect(one.reply('1')).not.toBe(other.reply('1'));
  const { gateway, ...own } = startsByName();
  expect(Object.values(own).every(({ workflowId }) => workflowId.startsWith('base/'))).toBe(true);
  // Of one Discord application, whatever the queues.
  expect(gateway.workflowId).toBe(startsOf('other').gateway({ applicationId: '<application>' }).workflowId);
});
