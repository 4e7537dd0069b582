import { batchText } from '../../domain/intake/conversation.ts';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import { detectLanguage } from '../../domain/language/detect-language.ts';
import { toLanguageCode, undetermined, type LanguageCode } from '../../domain/language/language-codes.ts';
import type { ReplyDeps } from '../deps.ts';

type Deps = Pick<ReplyDeps, 'channelFor'> & { readonly config: Pick<ReplyDeps['config'], 'texts'> };

/** Languages to assume if a member's words show none: their earlier one, the channel's, the guild's, the community's. */
export function likelyLanguages(
  { channelFor, config }: Deps,
  { author, history, location }: Pick<Snapshot, 'author' | 'history' | 'location'>,
): readonly LanguageCode[] {
  const before = detectLanguage(batchText(history.filter((message) => message.author.id === author.id)));
  const configured = channelFor(location.channelId)?.language ?? null;
  return [
    ...(before === undetermined ? [] : [before]),
    ...(configured === null ? [] : [toLanguageCode(configured)]),
    toLanguageCode(config.texts.language),
  ];
}

/** The language in which Steward answers a member. */
export const askersLanguage = (deps: Deps, snapshot: Snapshot): LanguageCode =>
  detectLanguage(batchText(snapshot.batch), likelyLanguages(deps, snapshot));
