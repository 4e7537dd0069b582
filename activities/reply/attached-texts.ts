import { attachedTexts, maxTextBytes } from '../../domain/intake/attachments.ts';
import { charsPerToken } from '../../domain/intake/conversation.ts';
import { cutLines } from '../../domain/documents/cut-lines.ts';
import type { Message } from '../../domain/intake/message.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { fetchAttachment } from '../intake/fetch-attachment.ts';
import type { ReplyDeps } from '../deps.ts';

/** By the attachment's id: its first and last lines. */
export type AttachedTexts = ReadonlyMap<string, string>;

const maxTexts = 5;

/**
 * The newest text files of a conversation, which share one budget. One that cannot be read is named and left out, once its
 * link is known to be fresh.
 */
export async function readAttachedTexts(
  { pages, reply, log }: Pick<ReplyDeps, 'pages' | 'reply' | 'log'>,
  {
    messages,
    linksRefreshed,
    signal,
  }: {
    readonly messages: readonly Message[];
    readonly linksRefreshed: boolean;
    readonly signal: AbortSignal;
  },
): Promise<AttachedTexts> {
  const { settings, maxTokens, maxRetries } = reply.attachments;
  const newest = attachedTexts(messages).slice(-maxTexts);
  const maxChars = Math.floor((maxTokens * charsPerToken) / Math.max(1, newest.length));
  const read = await Promise.all(
    newest.map(async (attachment): Promise<readonly (readonly [string, string])[]> => {
      try {
        const { text } = await fetchAttachment({
          pages,
          attachment,
          accept: ['text', 'markdown', 'xml', 'html'],
          maxBytes: maxTextBytes,
          settings,
          maxRetries,
          signal,
        });
        return [[attachment.id, cutLines(text ?? '', maxChars)]];
      } catch (error) {
        if (!(error instanceof PortError)) throw error;
        if (error.code === 'attachment_link_expired' && !linksRefreshed) throw error;
        log.warn({ attachment_id: attachment.id, code: error.code }, 'text_file_left_out');
        return [];
      }
    }),
  );
  return new Map(read.flat());
}
