import { onTestFinished } from 'vitest';
import { openDiscord, type Discord, type DiscordOptions } from '../../../adapters/discord/open-discord.ts';
import { createIntakeCursors } from '../../../adapters/storage/records/intake/intake-cursors.ts';
import { testDatabase } from '../storage/test-store.ts';
import type { Message } from '../../../domain/intake/message.ts';
import type { Chat } from '../../../domain/ports/chat.ts';
import type { PortError } from '../../../domain/ports/errors.ts';
import type { Intake } from '../../../domain/ports/intake.ts';
import type { IntakeCursors } from '../../../domain/ports/records.ts';
import type { TestDiscord } from './test-discord.ts';

export interface ConnectedDiscord {
  readonly chat: Chat;
  readonly seen: readonly Message[];
  /** The calls of the intake, in order: `seen a text`, `edited a text`, `deleted an id`. */
  readonly calls: readonly string[];
  readonly target: { readonly channelId: string; readonly threadId: null; readonly replyToMessageId: null };
  /** Resolves when it has caught up. */
  readonly settled: Promise<void>;
  readonly close: () => Promise<void>;
  /** Resolves when Discord has ended the connection for good. */
  readonly failed: Promise<PortError>;
}

export const openCursors = async (): Promise<IntakeCursors> =>
  createIntakeCursors(await testDatabase(), () => new Date());

/** Connects only the Discord adapter to the test's Discord. */
export async function connectDiscord(
  discord: TestDiscord,
  {
    intake = {},
    cursors,
    interactions,
    ...options
  }: Partial<DiscordOptions> &
    Partial<Pick<Parameters<Discord['start']>[0], 'cursors' | 'interactions'>> & {
      readonly intake?: Partial<Intake>;
    } = {},
): Promise<ConnectedDiscord> {
  const seen: Message[] = [];
  const calls: string[] = [];
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const left = new Set(['help', 'staff'].map(discord.channelId)).add('threads');
  const note = (fields: object) => {
    left.delete(
      'location_id' in fields
        ? String(fields.location_id)
        : 'channels' in fields && 'threads' in fields
          ? 'threads'
          : '',
    );
    if (left.size === 0) settle();
  };
  const opened = await openDiscord({
    token: discord.token,
    guildIds: [discord.world.guildId],
    channels: ['help', 'staff', 'ideas'],
    team: { memberIds: [], roleIds: [discord.world.teamRoleId] },
    catchUpMaxAgeHours: 24,
    apiUrl: discord.apiUrl,
    log: { debug: note, info: note, warn: () => {}, error: () => {} },
    now: () => new Date(),
    ...options,
  });
  onTestFinished(() => opened.close());
  await opened.start({
    cursors: cursors ?? (await openCursors()),
    interactions,
    intake: {
      answerWanted: async () => 'handled',
      messageSeen: async (message) => {
        calls.push(`seen ${seen.push(message) && message.text}`);
        return null;
      },
      messageEdited: async ({ text }) => void calls.push(`edited ${text}`),
      authorTyping: async ({ authorId }) => void calls.push(`typing ${authorId}`),
      messageDeleted: async ({ id }) => void calls.push(`deleted ${id}`),
      ...intake,
    },
  });
  const target = { channelId: discord.channelId('help'), threadId: null, replyToMessageId: null };
  const { chat, close, failed } = opened;
  return { chat, seen, calls, target, settled, close, failed };
}
