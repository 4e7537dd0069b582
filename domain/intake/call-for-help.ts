import { courtesyOf } from '../language/courtesies.ts';
import { withoutSteward } from '../values/text.ts';
import { batchText } from './conversation.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { Message } from './message.ts';
import { wordCount } from './question-gate.ts';

/** Whether a text says nothing but that Steward should help ("@steward", "@steward can you help?"). */
export const isCallForHelp = (text: string): boolean =>
  wordCount(withoutSteward(text)) === 0 || courtesyOf(text)?.courtesy === 'help';

/** What a batch asks, without credentials: its words, but for calls for help beside a question. */
export function writtenQuestion(batch: readonly Message[]): string {
  const asking = batch.filter(({ text }) => !isCallForHelp(text));
  return maskCredentials(batchText(asking.length > 0 ? asking : batch));
}
