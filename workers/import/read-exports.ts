import { readFileSync } from 'node:fs';
import { gatherHistory } from '../../activities/intake/gather-history.ts';
import { withUnrepliedQuestion } from '../../activities/intake/unreplied-question.ts';
import { byConversation } from '../../activities/intake/reply-chain.ts';
import { channelFor } from '../../config/channel-for.ts';
import type { Config } from '../../config/schema.ts';
import { createExportChat } from '../../adapters/exports/export-chat.ts';
import {
  readChatExport,
  type ChatExport,
  type TeamSettings,
  exportedMessages,
  repliesToUnknown,
} from '../../domain/intake/chat-export.ts';
import { deduplicate } from '../../domain/team/related-entries.ts';
import { withoutErased, type ErasedSince } from '../../domain/team/erasures-file.ts';
import { formPair } from '../../domain/team/form-pair.ts';
import type { Message } from '../../domain/intake/message.ts';
import { asAnswered } from '../../domain/intake/as-answered.ts';
import { longestWindows } from '../../domain/intake/quiet-windows.ts';
import { refuteRoute, routeBatch } from '../../domain/intake/routing.ts';
import type { Candidate, Candidates, SkippedEntry } from './import-candidates.ts';

interface ExportSettings {
  readonly team: TeamSettings;
  readonly config: Pick<Config, 'discord' | 'kb'>;
  readonly mask: (text: string) => string;
  /** Erased people, with the time up to which their messages are left out. */
  readonly erased: ErasedSince;
}

/** The pairs that Steward would have captured from exported conversations, by the rules of a capture. */
export async function readExports(paths: readonly string[], settings: ExportSettings): Promise<Candidates> {
  const leftOut: SkippedEntry[] = [];
  const exports = paths.flatMap((path) => {
    const read = readFile(path);
    if (typeof read !== 'string') return [{ path, ...read }];
    leftOut.push({ file: path, place: null, reason: read });
    return [];
  });
  const fileOf = new Map(
    exports.flatMap(({ path, messages }) => messages.map(({ id }) => [id, path] as const)),
  );
  const messages = withoutForgotten(exportedMessages(exports, settings.team), settings.erased);
  for (const { path, problems, messages: own } of exports) {
    for (const { message, reason } of problems)
      leftOut.push({ file: path, place: `message ${message}`, reason });
    for (const message of own) {
      const isTeam = messages.get(message.id)?.author.kind === 'team_member';
      if (!isTeam || !repliesToUnknown(message, messages)) continue;
      const reason = 'It replies to a message that is in none of the exports.';
      leftOut.push({ file: path, place: `message ${message.id}`, reason });
    }
  }
  const chat = createExportChat(messages);
  const foundCandidates: Candidate[] = [];
  const { message_batch_max_wait_seconds: maxWaitSeconds } = settings.config.discord;
  const windows = longestWindows([...messages.values()], maxWaitSeconds);
  for (const batch of await byConversation({ chat, config: settings.config }, windows)) {
    const captured = await captureOf(batch, { chat, ...settings });
    const file = fileOf.get(batch[0].id) ?? '';
    if (typeof captured !== 'string') foundCandidates.push({ ...captured, file });
    else if (captured !== '') leftOut.push({ file, place: `message ${batch[0].id}`, reason: captured });
  }
  const { kept, superseded } = deduplicate(foundCandidates.map(({ entry }) => entry));
  const read = exports.reduce((sum, one) => sum + one.messages.length + one.problems.length, 0);
  const candidates = foundCandidates.filter(({ entry }) => kept.includes(entry));
  return { read, candidates, leftOut, superseded: superseded.length };
}

function readFile(path: string): ChatExport | string {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return error instanceof SyntaxError
      ? 'It is not JSON; an export that was cut off has to be exported again.'
      : 'It cannot be read, or is larger than 512 MB: export it in parts.';
  }
  return (
    readChatExport(json) ??
    'It is not an export of DiscordChatExporter: it has no guild, channel or messages.'
  );
}

const withoutForgotten = (
  messages: ReadonlyMap<string, Message>,
  erased: ErasedSince,
): ReadonlyMap<string, Message> =>
  new Map(withoutErased(erased, [...messages.values()]).map((message) => [message.id, message]));

/** The pair of a window; an empty text if it is not to be captured, or a sentence if it is left out for a reason. */
async function captureOf(
  batch: readonly [Message, ...Message[]],
  { chat, config, mask }: ExportSettings & { readonly chat: ReturnType<typeof createExportChat> },
): Promise<Omit<Candidate, 'file'> | string> {
  const channel = channelFor(config, null)(batch[0].location.channelId);
  const route = routeBatch(batch, { channel, kb: config.kb });
  if (route !== 'capture') return '';
  if (channel?.capture === false) return 'Its channel has capture: false in the config.';
  const { before, conversationId } = await withUnrepliedQuestion(
    { chat, config, unanswered: async (question) => question },
    await gatherHistory({ chat, config }, batch),
    batch,
  );
  if (refuteRoute({ route, batch, history: before })) return '';
  if (asAnswered([...before, ...batch], () => []).changedIds.length > 0) return reasons.changed;
  const snapshot = { history: before, batch, conversationId };
  const formed = formPair({ snapshot, imageSummaries: [], imagesRead: false, mask });
  if ('reason' in formed) return reasons[formed.reason];
  const byId = new Map([...before, ...batch].map((message) => [message.id, message]));
  const turnAuthors = formed.entry.messageIds.flatMap((id) => {
    const message = byId.get(id);
    return message ? [{ authorId: message.author.id, createdAt: message.createdAt }] : [];
  });
  return { entry: formed.entry, turnAuthors };
}

const reasons = {
  changed: 'A member edited the question after the team had answered it.',
  no_question: 'Its conversation holds no question by a member.',
  no_answer: 'Its conversation holds no answer with text by the team.',
} as const;
