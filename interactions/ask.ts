import { askedId } from '../domain/intake/ask-snapshot.ts';
import { isPaused } from '../domain/intake/routing.ts';
import { askQuestion } from './ask-question.ts';
import type { InteractionHandler } from './handler.ts';

/** How long Discord accepts an answer to a command. */
const responseMilliseconds = 15 * 60_000;

/** `/ask`, and "Ask Steward" on a message. The run that answers outlives this process. */
export const ask: InteractionHandler<'ask'> = async (deps, request) => {
  const { requestId, question, responseToken, actor, location } = request;
  const { records, channelFor, texts, now } = deps;
  const isHere = channelFor(location.channelId) !== null;
  if (!isHere || isPaused(await records.pauses(), location.channelId)) return { text: texts.not_here };
  if (question.trim() === '') return { text: texts.nothing_asked };
  const author = { id: actor.id, kind: 'community_user', name: actor.name } as const;
  const expiresAt = new Date(now().getTime() + responseMilliseconds);
  await records.saveResponse({ messageId: askedId(requestId), token: responseToken, expiresAt });
  await askQuestion(deps, { requestId, question, location, author, deliver: 'respond' });
  return null;
};
