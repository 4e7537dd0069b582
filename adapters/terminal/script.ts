import type { APIMessage } from 'discord.js';
import { z } from 'zod';
import { maxSayingChars } from '../discord/emulator/members/members.ts';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { findMessage } from '../discord/emulator/world/messages.ts';
import { authorNameExpected, isAuthorName, type Role } from './names.ts';
import { shownMessage, withMention, type ShownMessage } from './shown-message.ts';

/** All mistakes in a script, each with its line number. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly isMistake = true;
  readonly problems: readonly string[];

  constructor(fileName: string, problems: readonly string[]) {
    const listed = problems.slice(0, maxListedProblems).map((problem) => `\n  ${problem}`);
    const rest = problems.length - listed.length;
    super(
      `The script ${fileName} cannot be played (its format: data/demo/README.md):` +
        listed.join('') +
        (rest > 0 ? `\n  and ${rest} more.` : ''),
    );
    this.problems = problems;
  }
}

const maxListedProblems = 20;

export interface ScriptLine {
  readonly author: string;
  readonly role: Role;
  readonly text: string;
  readonly id: string | null;
  /** The id of an earlier line. */
  readonly replyTo: string | null;
}

const roles: Readonly<Record<string, Role>> = {
  member: 'member',
  user: 'member',
  community_user: 'member',
  team: 'team',
  team_member: 'team',
};
const expectedText = `a text of 1 to ${maxSayingChars} characters that is not blank`;
const expectedId = 'a text of 1 to 100 characters';
const id = z.string(expectedId).trim().min(1, expectedId).max(100, expectedId);

const lineSchema = z.strictObject({
  author: z.string(authorNameExpected).refine(isAuthorName, authorNameExpected).nullish(),
  role: z.enum(Object.keys(roles), `one of ${Object.keys(roles).join(', ')}`).nullish(),
  text: z
    .string(expectedText)
    .max(maxSayingChars, expectedText)
    .refine((text) => text.trim() !== '', expectedText),
  id: id.nullish(),
  'reply-to': id.nullish(),
});

/**
 * Reads JSON lines; `data/demo/README.md` describes them. Blank lines and lines that start with `//` or `#` are skipped.
 * Throws one `ScriptError` with all mistakes.
 */
export function parseScript(text: string, fileName: string): readonly ScriptLine[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const roleOf = new Map<string, Role>();
  const lines = text.split(/\r?\n/u).flatMap((raw, at): readonly ScriptLine[] => {
    const line = raw.replace(/^\uFEFF/u, '').trim();
    if (line === '' || /^(?:\/\/|#)/u.test(line)) return [];
    const note = (sentence: string) => void problems.push(`line ${at + 1}: ${sentence}`);
    const { data, error } = lineSchema.safeParse(parsed(line));
    for (const { path, message } of error?.issues ?? [])
      note(path[0] === undefined ? message : `"${String(path[0])}": expected is ${message}.`);
    if (!data) return [];
    const { id: lineId = null, 'reply-to': replyTo = null } = data;
    if (lineId !== null && ids.has(lineId))
      note(`an earlier line has the "id" ${JSON.stringify(lineId)}, too.`);
    if (replyTo !== null && !ids.has(replyTo))
      note(`"reply-to" is ${JSON.stringify(replyTo)}; expected is the "id" of an earlier line.`);
    if (lineId !== null) ids.add(lineId);
    const author = data.author ?? data.role ?? 'member';
    const role = (data.role ? roles[data.role] : roleOf.get(author.toLowerCase())) ?? 'member';
    roleOf.set(author.toLowerCase(), role);
    return [{ author, role, text: data.text, id: lineId, replyTo }];
  });
  if (problems.length === 0 && lines.length === 0) problems.push('it holds no line with a text.');
  if (problems.length > 0) throw new ScriptError(fileName, problems);
  return lines;
}

/** What is no JSON stays a text, which is no line of a script. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** Plays a script in order, and waits after each line until Steward has finished. */
export async function playScript({
  script,
  discord,
  channel,
  settle,
  onLine,
}: {
  readonly script: readonly ScriptLine[];
  readonly discord: Emulator;
  readonly channel: string;
  /** Resolves when Steward has finished with all messages so far. */
  readonly settle: () => Promise<void>;
  readonly onLine: (message: ShownMessage) => void;
}): Promise<void> {
  const { world } = discord;
  const messagesById = new Map<string, APIMessage>();
  for (const { author, role, text, id: own, replyTo } of script) {
    const line = replyTo === null ? undefined : messagesById.get(replyTo);
    const target = line && (answerTo(discord, line) ?? line);
    const message = discord.say({
      by: author,
      team: role === 'team',
      in: target && world.threads.has(target.channel_id) ? target.channel_id : channel,
      text: withMention(world, text),
      ...(target && { replyTo: target.id }),
    });
    if (own !== null) messagesById.set(own, message);
    onLine(shownMessage(world, message));
    await settle();
  }
}

/** Steward's last answer to a message: in the thread that it has opened there, or a reply. */
function answerTo({ world }: Emulator, { id: asked, channel_id: location }: APIMessage): APIMessage | null {
  const posts = [asked, location].flatMap((place) => world.messages.get(place) ?? []);
  const answers = posts.filter(
    ({ author, channel_id: place, message_reference: reference }) =>
      author.id === world.bot.id && (place === asked || reference?.message_id === asked),
  );
  return findMessage(world, answers.at(-1)?.id ?? '');
}
