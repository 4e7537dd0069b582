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

/** The base of queues of its own, for a command that does its own work: it neither takes nor gives a step of the Steward that runs. */
export const trialBase = (base: string, id: string): string => `${base}-try-${id}`;

/** The base of the Steward that runs, of its queues and of those of a command beside it. */
export const baseOfTrial = (taskQueue: string): string => taskQueue.replace(/-try-[0-9a-f]{8}$/u, '');

/**
 * Patches that this release reads and does not make yet, so that the release after it can be rolled back to this one. That one
 * takes them off the list: see docs/upgrade.md.
 */
export const unusedPatches = [] as readonly string[];

/** Ids begin with the base of the task queues, so that two Stewards in one namespace never meet in one run. */
export const workflowIds = (base: string) =>
  ({
    batch: ({ guildId, locationId, authorId }: Pick<BatchInput, 'guildId' | 'locationId' | 'authorId'>) =>
      `${base}/batch/${guildId}/${locationId}/${authorId}`,
    reply: (snapshotId: string) => `${base}/reply/${snapshotId}`,
    evaluate: (messageId: string) => `${base}/evaluate/${messageId}`,
    review: (messageId: string) => `${base}/review/${messageId}`,
    amend: (messageId: string) => `${base}/amend/${messageId}`,
    help: (messageId: string) => `${base}/help/${messageId}`,
    /** By the last message of the snapshot, or by the raw entry. */
    capture: (snapshotOrQaId: string) => `${base}/capture/${snapshotOrQaId}`,
    recapture: (messageId: string) => `${base}/recapture/${messageId}`,
    captureHistory: ({ channelId, dryRun }: Pick<CaptureHistoryInput, 'channelId' | 'dryRun'>) =>
      `${base}/capture-history/${channelId}${dryRun ? '/estimate' : ''}`,
    regenerate: `${base}/regenerate`,
    refresh: `${base}/refresh`,
    gap: `${base}/gaps`,
    draftGap: (gapId: string) => `${base}/draft-gap/${gapId}`,
    notices: `${base}/notices`,
  }) as const;

/** Of the process that listens to Discord. Without a base: Stewards of one Discord application meet in it, whatever their queues. */
export const gatewayId = (applicationId: string): string => `gateway/${applicationId}`;

/** What operators filter runs by. Ids, codes and slugs: never a text. */
export const searchAttributes = {
  guildId: defineSearchAttributeKey('GuildId', SearchAttributeType.KEYWORD),
  channelId: defineSearchAttributeKey('ChannelId', SearchAttributeType.KEYWORD),
  conversationId: defineSearchAttributeKey('ConversationId', SearchAttributeType.KEYWORD),
  /** Every message of the run's window. */
  messageId: defineSearchAttributeKey('MessageId', SearchAttributeType.KEYWORD_LIST),
  outcome: defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD),
  topic: defineSearchAttributeKey('Topic', SearchAttributeType.KEYWORD),
} as const;

/** An attribute has room for some 2,000 characters of ids; a window of more messages than that is found by its last ones. */
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
