import { defineSearchAttributeKey, SearchAttributeType, type SearchAttributePair } from '@temporalio/common';
import type { RoutedBatch } from '../../domain/intake/snapshot.ts';
import type { BatchInput } from './intake.ts';
import type { CaptureHistoryInput } from './team.ts';

/** Names in Temporal that runs, clients and operators share. They never change: see scripts/wire-names.txt. */

/** The task queues of one Steward. `base` is `temporal.task_queue` of the config; workflow tasks are on `base` itself. */
export const queues = (base: string) =>
  ({
    workflows: base,
    reply: `${base}-reply`,
    library: `${base}-library`,
    discord: `${base}-discord`,
  }) as const;

/** Base name of the queues of a command that runs its own workers, apart from those of the running Steward. */
export const trialBase = (base: string, id: string): string => `${base}-try-${id}`;

/** Base name of the queues of rehearsals. They outlive the command that works on them, so that the same command continues. */
export const rehearsalBase = (base: string): string => `${base}-rehearsal`;

/** Base name of the Steward that a task queue belongs to, also when the queue is that of a command. */
export const baseOfTrial = (taskQueue: string): string => taskQueue.replace(/-try-[0-9a-f]{8}$/u, '');

/**
 * Patches that this release can replay but does not set yet, so that the next release can be rolled back to this one. The next
 * release removes them from the list: see docs/upgrade.md.
 */
export const unusedPatches = [] as readonly string[];

/** Ids begin with the base of the task queues, so that two Stewards in one namespace never share a run. */
export const workflowIds = (base: string) =>
  ({
    batch: ({ guildId, locationId, authorId }: Pick<BatchInput, 'guildId' | 'locationId' | 'authorId'>) =>
      `${base}/batch/${guildId}/${locationId}/${authorId}`,
    reply: (snapshotId: string) => `${base}/reply/${snapshotId}`,
    recheck: `${base}/recheck`,
    recheckAnswer: (messageId: string) => `${base}/recheck/${messageId}`,
    review: (messageId: string) => `${base}/review/${messageId}`,
    amend: (messageId: string) => `${base}/amend/${messageId}`,
    help: (messageId: string) => `${base}/help/${messageId}`,
    rehearse: (channelId: string) => `${base}/rehearse/${channelId}`,
    capture: (snapshotOrQaId: string) => `${base}/capture/${snapshotOrQaId}`,
    recapture: (messageId: string) => `${base}/recapture/${messageId}`,
    captureHistory: ({ channelId, dryRun }: Pick<CaptureHistoryInput, 'channelId' | 'dryRun'>) =>
      `${base}/capture-history/${channelId}${dryRun ? '/estimate' : ''}`,
    regenerate: `${base}/regenerate`,
    refresh: `${base}/refresh`,
    notices: `${base}/notices`,
  }) as const;

/** Id of the run that leases Discord's gateway. It has no base, because all Stewards of a Discord application compete for it. */
export const gatewayId = (applicationId: string): string => `gateway/${applicationId}`;

/** What operators filter runs by: ids, codes and slugs, never texts. */
export const searchAttributes = {
  guildId: defineSearchAttributeKey('GuildId', SearchAttributeType.KEYWORD),
  channelId: defineSearchAttributeKey('ChannelId', SearchAttributeType.KEYWORD),
  conversationId: defineSearchAttributeKey('ConversationId', SearchAttributeType.KEYWORD),
  /** All messages of the run's window. */
  messageId: defineSearchAttributeKey('MessageId', SearchAttributeType.KEYWORD_LIST),
  outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
  topic: defineSearchAttributeKey('Topic', SearchAttributeType.KEYWORD),
} as const;

/** An attribute holds about 2,000 characters of ids. A longer window can be found only by its last messages. */
const mostMessageIds = 90;

export const messageIdAttribute = (messageIds: readonly string[]): SearchAttributePair => ({
  key: searchAttributes.messageId,
  value: messageIds.slice(-mostMessageIds),
});

export const attributesOf = ({
  guildId,
  channelId,
  conversationId,
  messageIds,
}: RoutedBatch): SearchAttributePair[] => [
  { key: searchAttributes.guildId, value: guildId },
  { key: searchAttributes.channelId, value: channelId },
  { key: searchAttributes.conversationId, value: conversationId },
  ...(messageIds.length > 0 ? [messageIdAttribute(messageIds)] : []),
];
