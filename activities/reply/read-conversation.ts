import {
  batchText,
  cutQuestion,
  filesText,
  newestWithin,
  renderConversation,
} from '../../domain/intake/conversation.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { ReplyDeps } from '../deps.ts';
import { readAttachedTexts } from './attached-texts.ts';
import { loadReplyImages } from './reply-images.ts';
import type { RunContext } from './run-context.ts';

/** A conversation as models get it: within its budgets, credentials removed, with the text files and images that came with it. */
export async function readConversation(
  deps: Pick<ReplyDeps, 'pages' | 'reply' | 'log'>,
  {
    snapshot: { batch, history },
    ...options
  }: { readonly snapshot: Snapshot; readonly linksRefreshed: boolean; readonly signal: AbortSignal },
): Promise<Pick<RunContext, 'question' | 'conversation' | 'pictures'>> {
  const { maxHistoryTokens, maxQuestionTokens } = deps.reply;
  const before = newestWithin(history, maxHistoryTokens);
  const [texts, pictures] = await Promise.all([
    readAttachedTexts(deps, { messages: [...before, ...batch], ...options }),
    loadReplyImages(deps, { batch, history: before, ...options }),
  ]);
  const question = cutQuestion(maskCredentials(batchText(batch)), maxQuestionTokens);
  const files = maskCredentials(filesText(batch, texts));
  return {
    question: [question, files].filter((part) => part !== '').join('\n'),
    conversation: maskCredentials(renderConversation(before, texts)),
    pictures,
  };
}
