import { startCommandReply } from '../adapters/temporal/runs/start-desk-runs.ts';
import { askSnapshot } from '../domain/intake/ask-snapshot.ts';
import { isPaused } from '../domain/intake/routing.ts';
import type { InteractionHandler } from './handler.ts';
import { saveSnapshot } from './save-snapshot.ts';

/** How long Discord takes an answer to a command. */
const responseMilliseconds = 15 * 60_000;

/** `/ask`, and "Ask Steward" on a message. The run that answers outlives this process. */
export const askQuestion: InteractionHandler<'ask'> = async (deps, request) => {
  const { requestId, question, responseToken, actor, location } = request;
  const { storage, channelFor, texts, now } = deps;
  const { records } = storage;
  const isHere = channelFor(location.channelId) !== null;
  if (!isHere || isPaused(await records.pauses(), location.channelId)) return { text: texts.not_here };
  if (question.trim() === '') return { text: texts.nothing_asked };
  const author = { id: actor.id, kind: 'community_user', name: actor.name } as const;
  const snapshot = askSnapshot({
    requestId,
    question,
    now: now(),
    location,
    author,
  });
  const expiresAt = new Date(now().getTime() + responseMilliseconds);
  await records.saveResponse({ messageId: snapshot.id, token: responseToken, expiresAt });
  await saveSnapshot(deps, snapshot);
  await startCommandReply({ ...deps, requestId, snapshotId: snapshot.id });
  return null;
};
