import { writtenQuestion } from '../../../domain/intake/call-for-help.ts';
import {
  filesText,
  newestWithin,
  renderConversation,
  cutQuestion,
} from '../../../domain/intake/conversation.ts';
import { outsideGuilds } from '../../../domain/intake/ask-snapshot.ts';
import { maskCredentials } from '../../../domain/intake/mask-credentials.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../../deps.ts';
import { loadReplyImages, type ReplyImages } from './reply-images.ts';
import { attachedTexts, isDocument, mostBytes } from '../../../domain/intake/attachments.ts';
import { cutLogFile } from '../../../domain/language/cut-logs.ts';
import type { Message } from '../../../domain/intake/message.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import { charsPerToken } from '../../../domain/values/text.ts';
import { fetchAttachment } from '../../intake/fetch-attachment.ts';
import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import type { Records } from '../../../domain/ports/records.ts';

export interface ReadConversation {
  /** The batch's text and its files. */
  readonly question: string;
  readonly conversation: string;
  /** For the steps that look at images; none if images are off. */
  readonly pictures: ReplyImages;
}

/** A conversation as models see it: within its token budgets, without credentials, with its text files and images. */
export async function readConversation(
  deps: Pick<ReplyDeps, 'pages' | 'config' | 'log'>,
  {
    snapshot: { batch, history },
    ...options
  }: { readonly snapshot: Snapshot; readonly linksRefreshed: boolean; readonly signal: AbortSignal },
): Promise<ReadConversation> {
  const { token_budgets: budgets } = deps.config.ai_response;
  const before = newestWithin(history, budgets.history);
  const [texts, pictures] = await Promise.all([
    readAttachedTexts(deps, { messages: [...before, ...batch], ...options }),
    loadReplyImages(deps, { batch, history: before, ...options }),
  ]);
  const question = cutQuestion(writtenQuestion(batch), budgets);
  const files = maskCredentials(filesText(batch, texts));
  return {
    question: [question, files].filter((part) => part !== '').join('\n'),
    conversation: maskCredentials(renderConversation(before, texts)),
    pictures,
  };
}

const maxTexts = 5;

/** A document that somebody wrote takes a second. One that is made to be slow holds up everybody's. */
const documentMilliseconds = 10_000;

/**
 * The newest text files and documents of a conversation by attachment id, which share one token budget. Long logs lack their middle. A file that cannot be read is logged and left
 * out; an expired link is an error until the links have been refreshed.
 */
async function readAttachedTexts(
  { pages, config, log }: Pick<ReplyDeps, 'pages' | 'config' | 'log'>,
  {
    messages,
    linksRefreshed,
    signal,
  }: {
    readonly messages: readonly Message[];
    readonly linksRefreshed: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, string>> {
  const { ai_response: ai } = config;
  const newest = attachedTexts(messages).slice(-maxTexts);
  const maxChars = Math.floor((ai.token_budgets.attachments * charsPerToken) / Math.max(1, newest.length));
  const read = await Promise.all(
    newest.map(async (attachment): Promise<readonly (readonly [string, string])[]> => {
      try {
        const { text: written, bytes } = await fetchAttachment({
          pages,
          attachment,
          accept: isDocument(attachment) ? ['pdf', 'docx'] : ['text', 'markdown', 'xml', 'html'],
          maxBytes: mostBytes(attachment),
          config: ai,
          maxRetries: ai.image_download_max_retries,
          signal,
        });
        const text = isDocument(attachment)
          ? (
              await pages.extract({
                bytes,
                name: attachment.fileName,
                signal: AbortSignal.any([signal, AbortSignal.timeout(documentMilliseconds)]),
              })
            ).text
          : (written ?? '');
        return [[attachment.id, cutLogFile(text, maxChars)]];
      } catch (error) {
        const isSlow = !signal.aborted && error instanceof DOMException && error.name === 'TimeoutError';
        if (!isSlow && !(error instanceof PortError)) throw error;
        const code = isSlow ? 'document_too_slow' : (error as PortError).code;
        if (code === 'attachment_link_expired' && !linksRefreshed) throw error;
        log.warn({ attachment_id: attachment.id, code }, 'text_file_left_out');
        return [];
      }
    }),
  );
  return new Map(read.flat());
}

/** Steward's messages in the conversation so far. */
export interface EarlierReply {
  /** The row of its last answer. */
  readonly last: ReplyRecord | null;
  /** Whether the last that Steward answered was a question back, which it does not ask twice in a row. */
  readonly hasAskedBack: boolean;
}

/** Only a conversation's last answers matter. */
const maxPosts = 20;

/** Finds the rows of Steward's answers in the history. One over HTTP was not posted and is found by its question's id. */
export async function findEarlierReply(
  records: Pick<Records, 'replyRecordOfPost' | 'replyRecord'>,
  { history }: Pick<Snapshot, 'history'>,
): Promise<EarlierReply> {
  const ownPosts = history.filter(({ author }) => author.kind === 'steward').slice(-maxPosts);
  const postRecords = await Promise.all(
    ownPosts.map(({ id, repliesTo, location }) =>
      location.guildId === outsideGuilds && repliesTo
        ? records.replyRecord(repliesTo.messageId)
        : records.replyRecordOfPost(id),
    ),
  );
  const rows = postRecords.filter((record) => record !== null);
  return {
    last: rows.at(-1) ?? null,
    hasAskedBack: rows.findLast(({ answer }) => answer !== null)?.answerType === 'clarifying',
  };
}

/** Whether the question is a member's answer to what Steward asked them. */
export const awaitsAnswer = ({ last }: EarlierReply, { author }: Pick<Snapshot, 'author'>): boolean =>
  last?.answerType === 'clarifying' && last.authorId === author.id;
