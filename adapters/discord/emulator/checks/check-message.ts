import { MessageFlags } from 'discord.js';
import { whyRowsRefused } from './check-components.ts';

const maxContentChars = 2_000;

type Body = Readonly<Record<string, unknown>>;

/** Why Discord would refuse the body of a message, or null. */
export function whyRefused({ content, components }: Body): string | null {
  if (typeof content !== 'string' || content.trim() === '') return 'a message without text';
  if (content.length > maxContentChars) return `a message of ${content.length} characters`;
  return whyRowsRefused(components);
}

/** What Discord would let through and Steward may never send. The helper role is the one that may be pinged. */
export function whyNeverSent(
  { allowed_mentions: allowed, flags }: Body,
  helperRoleId: string,
): string | null {
  const { parse, users, roles, replied_user: pingsAuthor } = (allowed ?? {}) as Mentions;
  const named = [...(users ?? []), ...(roles ?? []).filter((id) => id !== helperRoleId)];
  if (parse?.length !== 0 || named.length > 0 || pingsAuthor === true) return 'a message that could ping';
  return (Number(flags ?? 0) & MessageFlags.SuppressEmbeds) === 0 ? 'a message that shows embeds' : null;
}

interface Mentions {
  readonly parse?: readonly string[];
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly replied_user?: boolean;
}
