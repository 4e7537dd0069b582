import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat } from '../../domain/ports/chat.ts';
import { isFinal } from '../../domain/ports/errors.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { DueReactions } from '../../domain/ports/records.ts';

const pauseMilliseconds = 1_000;
/** After a transient failure. */
const longPauseMilliseconds = 30_000;
const atOnce = 20;

/**
 * Adds a reaction to the team's captured messages. No run waits for that; a reaction is dropped when Discord rejects it or
 * after a day of attempts. Returns a function that stops it.
 */
export function reactToCaptured({
  chat,
  records,
  emoji,
  log,
}: {
  readonly chat: Pick<Chat, 'react'>;
  readonly records: DueReactions;
  readonly emoji: string;
  readonly log: Log;
}): () => Promise<void> {
  const stopped = new AbortController();
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
  const reactToDue = async (): Promise<void> => {
    for (const message of await records.dueReactions(atOnce)) {
      if (stopped.signal.aborted) return;
      try {
        await chat.react({ ...message, emoji });
      } catch (error) {
        if (!isFinal(error)) throw error;
        log.warn({ message_id: message.messageId, code: error.code }, 'captured_not_marked');
      }
      await records.endReaction(message.messageId);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const failed = await reactToDue().then(
        () => false,
        () => true,
      );
      await pause(failed ? longPauseMilliseconds : pauseMilliseconds);
    }
  };
  const ended = run();
  return async () => {
    stopped.abort();
    await ended;
  };
}
