import { MessageFlags } from 'discord.js';
import { embedsOf } from './interaction-events.ts';
import { whyRowsRefused } from './check-components.ts';

const maxContentChars = 2_000;
const maxEmbedChars = 4_096;
const maxEmbedsChars = 6_000;
const maxEmbeds = 10;

type Body = Readonly<Record<string, unknown>>;

/** Why Discord would refuse the body of a message, or null. */
export function whyRefused({ content, components }: Body): string | null {
  if (typeof content !== 'string' || content.trim() === '') return 'a message without text';
  if (content.length > maxContentChars) return `a message of ${content.length} characters`;
  return whyRowsRefused(components);
}

interface Mentions {
  readonly parse?: readonly string[];
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly replied_user?: boolean;
}

/** Why Steward may never send a message that Discord would accept, or null. Only the helper role may be pinged, and one person whom the text addresses. */
export function whyNeverSent(
  { allowed_mentions: allowed, flags, content }: Body,
  helperRoleId: string,
): string | null {
  const { parse, users, roles, replied_user: pingsAuthor } = (allowed ?? {}) as Mentions;
  const [addressed] = /(?<=^<@)\d+(?=>)/u.exec(String(content)) ?? [];
  const others = (users ?? []).filter((id) => id !== addressed);
  const named = [...others, ...(roles ?? []).filter((id) => id !== helperRoleId)];
  if (parse?.length !== 0 || named.length > 0 || pingsAuthor === true) return 'a message that could ping';
  return (Number(flags ?? 0) & MessageFlags.SuppressEmbeds) === 0 ? 'a message that shows embeds' : null;
}

/** Why Discord would refuse a response to an interaction, or why Steward may not send it, or null. */
export function whyResponseRefused(message: Body, isChange: boolean): string | null {
  const content = contentOf(message);
  const lengths = embedsOf(message).map((text) => text.length);
  if (!isChange && content.trim() === '') return 'an answer without text';
  if (content.length > maxContentChars) return `an answer of ${content.length} characters`;
  if (lengths.some((length) => length < 1 || length > maxEmbedChars)) return 'an embed of a wrong length';
  if (lengths.length > maxEmbeds || lengths.reduce((sum, one) => sum + one, 0) > maxEmbedsChars)
    return 'too many embeds';
  if ((message['allowed_mentions'] as Mentions | undefined)?.parse?.length !== 0)
    return 'an answer that could ping';
  return whyRowsRefused(message['components']);
}

const contentOf = ({ content }: Body): string => (typeof content === 'string' ? content : '');
