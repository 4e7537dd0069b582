import type { APIMessage } from 'discord.js';
import { z } from 'zod';
import { mistake } from '../../domain/ports/errors.ts';
import { maxSayingChars } from '../discord/emulator/members/members.ts';
import type { Emulator } from '../discord/emulator/emulator.ts';
import { findMessage } from '../discord/emulator/world/messages.ts';
import { authorNameExpected, isAuthorName, type Role } from './speaker.ts';
import { shownMessage, withMention, type ShownMessage } from './shown-message.ts';

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
const name = z.string().trim().min(1).max(100).nullish();

const lineSchema = z.strictObject({
  author: z.string().refine(isAuthorName).nullish(),
  role: z.enum(Object.keys(roles)).nullish(),
  text: z.string().regex(/\S/u).max(maxSayingChars),
  id: name,
  'reply-to': name,
});

const nameExpected = 'a name of 1 to 100 characters';
const expected: Readonly<Record<keyof z.infer<typeof lineSchema>, string>> = {
  author: authorNameExpected,
  role: Object.keys(roles).join(', '),
  text: `a text of 1 to ${maxSayingChars} characters that is not blank`,
  id: nameExpected,
  'reply-to': nameExpected,
};

/**
 * Reads JSON lines; `data/demo/README.md` describes them. Blank lines and lines that start with `//` or `#` are skipped.
 * Throws a mistake with the first line that is wrong.
 */
export function parseScript(text: string, fileName: string, { isPart = false } = {}): readonly ScriptLine[] {
  const ids = new Set<string>();
  const roleOf = new Map<string, Role>();
  const lines = text.split('\n').flatMap((raw, at): readonly ScriptLine[] => {
    const line = raw.trim();
    if (line === '' || /^(?:\/\/|#)/u.test(line)) return [];
    const { data, error } = lineSchema.safeParse(parsed(line));
    const { id = null, 'reply-to': named = null } = data ?? {};
    // A part of a conversation may reply to what stands before it.
    const replyTo = isPart && named !== null && !ids.has(named) ? null : named;
    const problem = error ? problemOf(error) : unknownId({ id, replyTo }, ids);
    if (!data || problem !== null) throw wrong(`${fileName}, line ${at + 1}`, problem ?? '');
    if (id !== null) ids.add(id);
    const author = data.author ?? data.role ?? 'member';
    const role = (data.role ? roles[data.role] : roleOf.get(author.toLowerCase())) ?? 'member';
    roleOf.set(author.toLowerCase(), role);
    return [{ author, role, text: data.text, id, replyTo }];
  });
  if (lines.length === 0) throw wrong(fileName, 'no line with a text');
  return lines;
}

const wrong = (where: string, problem: string) =>
  mistake('script_wrong', `${where}: ${problem}. data/demo/README.md has the format of a script.`);

/** An unknown key first, because it is often the one that is missing. */
function problemOf({ issues }: z.ZodError): string {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0)
    return `${unknown.join(', ')}: unknown, expected ${Object.keys(expected).join(', ')}`;
  const key = issues[0]?.path[0] as keyof typeof expected | undefined;
  return key === undefined ? 'it is no JSON object' : `${key}: expected ${expected[key]}`;
}

function unknownId(
  { id, replyTo }: Pick<ScriptLine, 'id' | 'replyTo'>,
  ids: ReadonlySet<string>,
): string | null {
  if (id !== null && ids.has(id)) return `id: an earlier line has ${JSON.stringify(id)}, too`;
  return replyTo === null || ids.has(replyTo)
    ? null
    : `reply-to: no earlier line has the id ${JSON.stringify(replyTo)}`;
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
  for (const { author, role, text, id: lineId, replyTo } of script) {
    const line = replyTo === null ? undefined : messagesById.get(replyTo);
    const target = line && (answerTo(discord, line) ?? line);
    const message = discord.say({
      by: author,
      team: role === 'team',
      in: target && world.threads.has(target.channel_id) ? target.channel_id : channel,
      text: withMention(world, text),
      ...(target && { replyTo: target.id }),
    });
    if (lineId !== null) messagesById.set(lineId, message);
    onLine(shownMessage(world, message));
    await settle();
  }
}

/** Steward's last answer to a message: in the thread that it has opened there, or a reply. */
function answerTo({ world }: Emulator, { id, channel_id: location }: APIMessage): APIMessage | null {
  const posts = [id, location].flatMap((place) => world.messages.get(place) ?? []);
  const answers = posts.filter(
    ({ author, channel_id: place, message_reference: reference }) =>
      author.id === world.bot.id && (place === id || reference?.message_id === id),
  );
  return findMessage(world, answers.at(-1)?.id ?? '');
}
