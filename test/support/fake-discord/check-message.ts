import { ComponentType, MessageFlags } from 'discord.js';

const maxContentChars = 2_000;
const maxRows = 5;
const maxButtonsInRow = 5;

type Body = Readonly<Record<string, unknown>>;

/** Why Discord would refuse the body of a message, or null. */
export function whyRefused({ content, components = [] }: Body): string | null {
  if (typeof content !== 'string' || content.trim() === '') return 'a message without text';
  if (content.length > maxContentChars) return `a message of ${content.length} characters`;
  const rows = components as readonly Row[];
  if (rows.length > maxRows) return `${rows.length} rows of components`;
  const tooLong = rows.find((row) => row.type === ComponentType.ActionRow && !fits(row.components));
  return tooLong ? `a row of ${tooLong.components.length} components` : null;
}

/** What Discord would let through and Steward may never send. */
export function whyNeverSent({ allowed_mentions: allowed, flags }: Body): string | null {
  const { parse, users, roles, replied_user: pingsAuthor } = (allowed ?? {}) as Mentions;
  const named = [...(users ?? []), ...(roles ?? [])];
  if (parse?.length !== 0 || named.length > 0 || pingsAuthor === true) return 'a message that could ping';
  return (Number(flags ?? 0) & MessageFlags.SuppressEmbeds) === 0 ? 'a message that shows embeds' : null;
}

const fits = (components: readonly unknown[]) =>
  components.length >= 1 && components.length <= maxButtonsInRow;

interface Row {
  readonly type: ComponentType;
  readonly components: readonly unknown[];
}

interface Mentions {
  readonly parse?: readonly string[];
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly replied_user?: boolean;
}
