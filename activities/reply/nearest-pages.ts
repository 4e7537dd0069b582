import { likeliestPairs } from '../../domain/documents/excerpts.ts';
import type { SearchHit } from '../../domain/ports/sources.ts';
import { queryTerms, searchTerms } from '../../domain/search/search-terms.ts';
import { parseTopic } from '../../domain/team/qa-blocks.ts';
import { teamTurns } from '../../domain/team/erased-turns.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { collapseWhitespace, shortenedTo } from '../../domain/values/text.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import type { ReplyDeps } from '../deps.ts';
import { loadEach } from './graph/load-sources.ts';

/**
 * How much of a question a page has to hold to be shown, and more than one of its terms if it has several. A page whose
 * title has a term of the question is shown with less, and for that one term. Of the questions on undici's and
 * Fastify's documentation that they cover, .87 and .85 have a right page among those shown (.81 and .85 if titles did
 * not count; .90 and .95 without a limit); of those that they do not cover, .25 and .15 are shown any, and of twenty
 * questions about the world 1 and 2. Chosen with these in view.
 */
const leastLikeness = 0.3;
const leastLikenessOfNamed = 0.25;
/** The team's answers are so few that nearly every question shares a word with one. */
const leastLikenessOfTeam = 0.5;

const looked = 10;

/** The pages closest to a question that nothing covers, best first. There may be none. */
export async function nearestPages(
  { sources }: Pick<ReplyDeps, 'sources'>,
  { question, generation }: { readonly question: string; readonly generation: number },
): Promise<readonly SearchHit[]> {
  const hits = await sources.search({ query: question, generation, limit: looked });
  const terms = queryTerms(question);
  const ofOneTerm = terms.length > 1 ? 1 / terms.length : 0;
  return hits.filter(({ sourceId, title, likeness }) => {
    if (isTeamSource(sourceId)) return likeness > ofOneTerm && likeness >= leastLikenessOfTeam;
    if (searchTerms(title).some((term) => terms.includes(term))) return likeness >= leastLikenessOfNamed;
    return likeness > ofOneTerm && likeness >= leastLikeness;
  });
}

const likeliest = { maxPairs: 1, maxTokens: 4_000, countTokens } as const;

const maxTitleChars = 120;

/**
 * Replaces a topic by its closest pair: the beginning of what the team said there, never a member's words, and its link, if
 * everyone can read it. Null for a topic that was retracted after the search.
 */
export async function nearestPair(
  { sources, records }: Pick<ReplyDeps, 'sources' | 'records'>,
  hit: SearchHit,
  { question, generation }: { readonly question: string; readonly generation: number },
): Promise<SearchHit | null> {
  if (!isTeamSource(hit.sourceId)) return hit;
  const [topic] = await loadEach({ sources, generation }, [hit.sourceId]);
  if (!topic) return null;
  const [pair] = likeliestPairs(parseTopic(topic.text).pairs, { query: question, ...likeliest });
  const { link } = pair ? await records.pairOrigin(pair.qaId) : { link: null };
  const [said = ''] = teamTurns(pair?.turns ?? []);
  const title = shortenedTo(collapseWhitespace(said), maxTitleChars);
  return link === null || title === '' ? hit : { ...hit, title, url: link };
}
