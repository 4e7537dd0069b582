import { collapseWhitespace, charsPerToken, oneLineEnd } from '../values/text.ts';
import { cutLogs } from '../language/cut-logs.ts';
import { maskCredentials } from './mask-credentials.ts';
import { isImage } from './attachments.ts';
import type { Attachment, AuthorKind, Message } from './message.ts';

const labels: Readonly<Record<AuthorKind, string>> = {
  community_user: 'User',
  team_member: 'Team',
  steward: 'You',
  bot: 'Bot',
};

/**
 * Renders messages for models: one labelled turn per message, oldest first. Continuation lines are indented by two
 * spaces, so that no text can imitate another turn. Attachments follow as lines with their file names.
 */
export function renderConversation(messages: readonly Message[], texts: TextsOfFiles = noTexts): string {
  return messages.map((message) => renderTurn(message, texts)).join('\n');
}

/** Known texts of files, by the attachment's id. */
type TextsOfFiles = ReadonlyMap<string, string>;

const noTexts: TextsOfFiles = new Map();

/** The headings of the links below answers, as in `config/texts`. */
const links = /^\*\*(?:Links?|Enlaces|Liens|Linki|Liên kết|リンク|链接)\*\*\n(?:- .*(?:\n|$))+/gmu;

/** A model that reads the links and the small print of Steward's posts writes them, too. */
export const withoutSmallPrint = (text: string): string =>
  text
    .replaceAll(/^-# .*$/gmu, '')
    .replaceAll(links, '')
    .trim();

function renderTurn({ author, text, attachments }: Message, texts: TextsOfFiles = noTexts): string {
  const spokenText = author.kind === 'steward' ? withoutSmallPrint(text) : text;
  const lines = [spokenText.trim(), ...renderFiles(attachments, texts)];
  const content = lines.filter((line) => line !== '').join('\n');
  return `${labels[author.kind]}: ${oneLineEnd(content).replaceAll('\n', '\n  ')}`;
}

/** A line with each file's name, and its text below if that is known. */
const renderFiles = (attachments: readonly Attachment[], texts: TextsOfFiles): readonly string[] =>
  attachments.flatMap(({ id, fileName }) => {
    const text = texts.get(id);
    return [`[attachment: ${collapseWhitespace(fileName)}]`, ...(text === undefined ? [] : [text])];
  });

/** The files of a batch but its images, in the form that follows its question. What was not read is named. */
export const filesText = (batch: readonly Message[], texts: TextsOfFiles): string =>
  batch
    .flatMap(({ attachments }) =>
      attachments
        .filter((file) => texts.has(file.id) || !isImage(file))
        .flatMap((file) => {
          const isRead = texts.has(file.id);
          return renderFiles([isRead ? file : { ...file, fileName: `${file.fileName}, not read` }], texts);
        }),
    )
    .join('\n');

export const batchText = (batch: readonly Message[]): string =>
  batch
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n');

/** A question within its token budget: the middle of logs is removed, see `cutLogs`. */
export const cutQuestion = (text: string, { query }: { readonly query: number }): string =>
  cutLogs(text, query * charsPerToken);

/** In a conversation that does not fit, each message is shortened to this share of the room. */
const longestShare = 1 / 3;

/**
 * The newest messages that fit, oldest first. Long logs are shortened before earlier messages are dropped, and no credential
 * is cut in two.
 */
export function newestWithin(messages: readonly Message[], maxTokens: number): readonly Message[] {
  const maxChars = maxTokens * charsPerToken;
  const whole = messages.reduce((sum, message) => sum + renderTurn(message).length, 0);
  const shorten = (message: Message): Message =>
    whole <= maxChars
      ? message
      : { ...message, text: cutLogs(maskCredentials(message.text), Math.floor(maxChars * longestShare)) };
  let remainingChars = maxChars;
  const newest: Message[] = [];
  for (const message of messages.toReversed().map(shorten)) {
    remainingChars -= renderTurn(message).length;
    if (remainingChars < 0) break;
    newest.unshift(message);
  }
  // An answer says little without its question.
  const isCut = newest.length < messages.length && newest[0]?.author.kind === 'steward';
  return isCut ? newest.slice(1) : newest;
}

/** The limit for others' messages before a question: a few words show whom it is for. */
const othersTokens = 300;

/** Renders other members' messages before a question for the gate. */
export const renderOthers = (others: readonly Message[]): string =>
  renderConversation(newestWithin(others, othersTokens));
