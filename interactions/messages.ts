import { startMessageLesson } from '../adapters/temporal/runs/start-desk-runs.ts';
import { startRefresh } from '../adapters/temporal/runs/start-runs.ts';
import { fillText } from '../domain/values/text.ts';
import { explainAnswer } from '../domain/operations/explain-answer.ts';
import type { InteractionHandler } from './handler.ts';

/** Menus on messages: capture, retract, and why something was answered. */

export const captureMessage: InteractionHandler<'capture'> = async (deps, { requestId, message, actor }) => {
  if (!actor.moderates) return { text: deps.texts.not_allowed };
  await startMessageLesson({ ...deps, message, name: requestId });
  return { text: deps.texts.learning };
};

/** Every pair that holds the message, for good. */
export const retractMessage: InteractionHandler<'retract'> = async (deps, { postedMessageId, actor }) => {
  const { storage, texts, now } = deps;
  if (!actor.moderates) return { text: texts.not_allowed };
  const entries = await storage.library.rawEntries();
  const retracted = await storage.library.retracted();
  const holding = entries.filter(
    ({ qaId, messageIds }) => messageIds.includes(postedMessageId) && !retracted.has(qaId),
  );
  if (holding.length === 0) return { text: texts.nothing_learned };
  const { qaIds } = await storage.library.retract({ qaIds: holding.map(({ qaId }) => qaId), now: now() });
  // It describes the topics that have changed; without it the next one does.
  await startRefresh(deps).catch(() => {});
  return { text: fillText(texts.unlearned, { count: String(qaIds.length) }) };
};

export const why: InteractionHandler<'why'> = async ({ storage, texts }, { postedMessageId, actor }) => {
  const record = await storage.records.replyRecordOfPost(postedMessageId);
  if (!actor.moderates) return { text: texts.not_allowed };
  if (!record) return { text: texts.why_nothing };
  const reasons = await storage.records.voteReasons(record.messageId);
  return { text: explainAnswer({ record, reasons, heading: texts.why_heading }) };
};
