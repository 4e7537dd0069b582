import { whyRowsRefused } from './check-components.ts';

const maxContentChars = 2_000;
const maxEmbedChars = 4_096;
const maxEmbedsChars = 6_000;

type Fields = Readonly<Record<string, unknown>>;

interface Embed {
  readonly description?: string;
}

/** Why Discord would refuse a message in answer, or Steward may not send it; null when it is good. */
export function whyMessageRefused(message: Fields, isChange: boolean): string | null {
  const { components, allowed_mentions: allowed } = message;
  const content = contentOf(message);
  const lengths = embedsOf(message).map(({ description = '' }) => description.length);
  if (!isChange && content.trim() === '') return 'an answer without text';
  if (content.length > maxContentChars) return `an answer of ${content.length} characters`;
  if (lengths.some((length) => length < 1 || length > maxEmbedChars)) return 'an embed of a wrong length';
  if (lengths.length > 10 || lengths.reduce((sum, one) => sum + one, 0) > maxEmbedsChars)
    return 'too many embeds';
  if ((allowed as { readonly parse?: readonly string[] } | undefined)?.parse?.length !== 0)
    return 'an answer that could ping';
  return whyRowsRefused(components);
}

/** What a member reads, embeds included. */
export const textOfResponse = (data: Fields): string =>
  [contentOf(data), ...embedsOf(data).map(({ description = '' }) => description)].join('\n');

const contentOf = ({ content }: Fields): string => (typeof content === 'string' ? content : '');

const embedsOf = ({ embeds }: Fields): readonly Embed[] => (Array.isArray(embeds) ? embeds : []);
