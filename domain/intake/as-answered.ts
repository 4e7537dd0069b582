import { compareIds, type Message } from './message.ts';

/**
 * A conversation with the words that the team answered: each member's message as it stood when the team first wrote after it. A
 * later edit is not what the team has answered, and must never get its answer.
 */
export function asAnswered(
  /** Oldest first. */
  messages: readonly Message[],
  /** The known versions of a message, in any order. */
  versionsOf: (messageId: string) => readonly Message[],
) {
  // Members' messages that were edited after the team had answered them, and of which no earlier words are known.
  const changedIds: string[] = [];
  const seen = messages.map((message): Message => {
    const answer = messages.find(
      ({ id, author }) => author.kind === 'team_member' && compareIds(id, message.id) > 0,
    );
    if (message.author.kind !== 'community_user' || !answer) return message;
    // A title that changes leaves no time: what was kept is older than what is there now.
    const stood = [...versionsOf(message.id), ...(isRenamed(messages, message, answer) ? [] : [message])]
      .filter(({ editedAt }) => editedAt === null || Date.parse(editedAt) < Date.parse(answer.createdAt))
      .toSorted((a, b) => writtenAt(b) - writtenAt(a));
    const [{ text, attachments, editedAt } = message] = stood;
    if (stood.length === 0) changedIds.push(message.id);
    return { ...message, text, attachments, editedAt };
  });
  return { messages: seen, changedIds };
}

/** Whether a thread has its title of now only since the team answered. A change of it stands in the thread as a system message. */
const isRenamed = (messages: readonly Message[], { text }: Message, answer: Message): boolean =>
  messages.some(
    ({ id, isSystem, text: title }) =>
      isSystem && title !== '' && text.startsWith(`${title}\n`) && compareIds(id, answer.id) > 0,
  );

const writtenAt = ({ createdAt, editedAt }: Pick<Message, 'createdAt' | 'editedAt'>): number =>
  Date.parse(editedAt ?? createdAt);
