import type { AuthorKind, Message } from './message.ts';

const labels: Readonly<Record<AuthorKind, string>> = {
  community_user: 'User',
  team_member: 'Team',
  steward: 'You',
  bot: 'Bot',
};

/**
 * Messages as models read them: one labelled turn a message, oldest first. Continuation lines are indented by two
 * spaces, so that no text passes for a turn of someone else. Attachments follow as lines with their file names.
 */
export function renderConversation(messages: readonly Message[]): string {
  return messages.map(renderTurn).join('\n');
}

function renderTurn({ author, text, attachments }: Message): string {
  const lines = [text.trim(), ...attachments.map(({ fileName }) => `[attachment: ${oneLine(fileName)}]`)];
  const content = lines.filter((line) => line !== '').join('\n');
  return `${labels[author.kind]}: ${content.replaceAll(/\r\n?|\n|\u2028|\u2029/gu, '\n  ')}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The batch's own words: the question, or the team's answer. */
export const batchText = (batch: readonly Message[]): string =>
  batch
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n');

/** About four characters a token: good enough for a limit, and the same everywhere. */
const charsPerToken = 4;

/** The newest messages that fit, oldest first. */
export function newestWithin(messages: readonly Message[], maxTokens: number): readonly Message[] {
  let left = maxTokens * charsPerToken;
  const kept: Message[] = [];
  for (const message of messages.toReversed()) {
    left -= renderTurn(message).length;
    if (left < 0) break;
    kept.unshift(message);
  }
  return kept;
}

/** A question that is too long keeps its beginning and its end: people ask first, or after they have explained. */
export function cutQuestion(question: string, maxTokens: number): string {
  const maxChars = maxTokens * charsPerToken;
  if (question.length <= maxChars) return question;
  const half = Math.floor(maxChars / 2);
  return `${question.slice(0, half).toWellFormed()}\n[…]\n${question.slice(-half).toWellFormed()}`;
}
