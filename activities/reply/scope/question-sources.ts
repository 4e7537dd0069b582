import { isHttpAsker, isPageTurn } from '../../../domain/intake/ask-snapshot.ts';
import { batchText } from '../../../domain/intake/conversation.ts';
import { keyAt, type PublishableKey } from '../../../domain/intake/publishable-keys.ts';
import type { Snapshot } from '../../../domain/intake/snapshot.ts';
import { sourceOrigins } from '../../../domain/documents/source-origins.ts';
import {
  hasScopes,
  isInScope,
  sharesGroup,
  type SourceScope,
} from '../../../domain/documents/source-scope.ts';
import type { Sources } from '../../../domain/ports/sources.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import type { ReplyDeps } from '../../deps.ts';
import { sourcesWithin } from './sources-within.ts';

type Deps = Pick<ReplyDeps, 'sources' | 'channelFor'> & {
  readonly records: Pick<ReplyDeps['records'], 'channelsOfPairs' | 'publishableKeys'>;
  readonly config: Pick<ReplyDeps['config'], 'http' | 'kb'>;
};

/** The sources that may answer a question: those of its channel's or key's groups, in the version that it names or the newest. */
export async function questionSources(
  deps: Deps,
  { location, batch, history, author }: Snapshot,
): Promise<Sources> {
  const before = history
    .filter((message) => message.author.id === author.id)
    // A page's address names its version between slashes.
    .map((message) => (isPageTurn(message) ? message.text.replaceAll('/', ', ') : message.text));
  const named = [batchText(batch), ...before.toReversed()];
  const groupsAt = groupsByChannel(deps, await deps.records.publishableKeys());
  return groupSources(deps, { groups: groupsAt(location.channelId), named });
}

export async function groupSources(deps: Deps, { groups, named }: SourceScope): Promise<Sources> {
  const origins = sourceOrigins(deps.config);
  if (groups === null && !hasScopes(origins)) return deps.sources;
  const hiddenPairs = groups === null ? new Set<QaId>() : await pairsOfOthers(deps, groups);
  return sourcesWithin(deps.sources, {
    isPage: isInScope(origins, { groups, named }),
    isPair: (qaId) => !hiddenPairs.has(qaId),
  });
}

const groupsByChannel =
  ({ config, channelFor }: Deps, keys: readonly PublishableKey[]) =>
  (channelId: string): readonly string[] | null => {
    if (!isHttpAsker(channelId)) return channelFor(channelId)?.sources ?? null;
    const pageKey = keyAt(keys, channelId);
    return pageKey ? pageKey.sources : config.http.sources;
  };

/** What the team said in channels that are about other groups alone. */
async function pairsOfOthers(deps: Deps, groups: readonly string[]): Promise<ReadonlySet<QaId>> {
  const groupsAt = groupsByChannel(deps, await deps.records.publishableKeys());
  const channels = await deps.records.channelsOfPairs();
  return new Set(
    [...channels].flatMap(([qaId, channelId]) => (sharesGroup(groupsAt(channelId), groups) ? [] : [qaId])),
  );
}
