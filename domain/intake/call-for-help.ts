import { courtesyOf } from '../language/courtesies.ts';
import { withoutSteward } from '../values/text.ts';
import { readsFileOf } from './attachments.ts';
import { batchText } from './conversation.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { Message } from './message.ts';

/** Plain words or nothing: "`??`", "/help" and emoji may be what a question is about. */
const plainWords = /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}\s'’,.!?…？！。，、-]*|[\s.!?…]*)$/u;

const noWord = /^[^\p{L}\p{N}]*$/u;

/** Whether a text says nothing but that Steward should help ("@steward", "@steward can you help?"). */
export function isCallForHelp(text: string): boolean {
  const words = withoutSteward(text).trim();
  return plainWords.test(words) && (noWord.test(words) || courtesyOf(words)?.courtesy === 'help');
}

/** Whether a batch holds files that Steward does not read, and no words beside a call to it. */
export const isOnlyUnreadFiles = (batch: readonly Message[], readsImages: boolean): boolean =>
  batch.some(({ attachments }) => attachments.length > 0) &&
  !readsFileOf(batch, readsImages) &&
  (noWord.test(withoutSteward(batchText(batch))) || isCallForHelp(batchText(batch)));

/** What a batch asks, without credentials: its words, but for calls and courtesies to Steward beside a question. */
export function writtenQuestion(batch: readonly Message[]): string {
  const asking = batch.filter(({ text, mentionsSteward }) => !(mentionsSteward && isToSteward(text)));
  const text = batchText(asking);
  return maskCredentials(text === '' || courtesyOf(text) ? batchText(batch) : text);
}

const isToSteward = (text: string): boolean =>
  isCallForHelp(text) || (plainWords.test(withoutSteward(text).trim()) && courtesyOf(text) !== null);
