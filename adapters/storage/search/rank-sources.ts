import type { DatabaseSync } from 'node:sqlite';
import { rarity } from '../../../domain/search/bm25.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { highest } from './highest.ts';
import { createPostingLists, inAll, type PostingList } from './posting-lists.ts';
import { createSectionRanking } from './rank-sections.ts';
import { withoutTargets, type Mark } from './search-tables.ts';
import { createSearchView, type SearchView } from './search-view.ts';

/** A source that holds terms of a query, or is linked to by sections that do. */
export interface FoundSource {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  /** 1 means that a section contains the whole query as well as possible; links and likeness may add to it. */
  readonly score: number;
  /** From 0 to 1: the score if terms that no section contains count too. */
  readonly likeness: number;
  readonly section: number;
}

type SourceRow = Pick<FoundSource, 'sourceId' | 'title' | 'url'>;

interface FoundSection {
  readonly headings: readonly string[];
  readonly text: string;
}

/** A section whose vector is near a query's. */
export interface NearSection {
  readonly section: number;
  readonly cosine: number;
}

export interface SourceRanking {
  /** Best first. */
  rank(query: string, limit: number): readonly FoundSource[];
  /** Sources by their nearest sections and by the links of those, the best first. `sections`: the nearest first. */
  rankNear(sections: readonly NearSection[], limit: number): readonly FoundSource[];
  section(found: FoundSource): FoundSection;
}

/**
 * What the links of good sections add to the pages that they lead to, of a section's score and of a cosine: a page that writes about
 * a thing links to the page about it. These and the numbers below were tuned on the FAQs of Python and Git (`npm run bench -- search`).
 */
const voteWeight = { held: 0.05, near: 0.25 } as const;

/** How many of the best sections vote with their links; near ones only if their cosine is this close to the highest. */
const votingSections = 100;
const votingCosines = 0.15;

/** What any section that is near has. */
const least = 1e-6;

/** A line with nearly all words of a question, grammar included, and few others counts as the question itself. */
const likeness = { share: 0.85, longest: 2, sections: 15, words: 60 } as const;

/** Ranks sources by their best sections, by links to them, and by lines that repeat the question. */
export function createSourceRanking(
  db: DatabaseSync,
  { searchTerms, queryTerms }: SearchWords,
): SourceRanking {
  const sectionsWith = createPostingLists(db);
  const rankSections = createSectionRanking(sectionsWith);
  const viewNow = createSearchView(db);
  const linksOf = db.prepare(
    `SELECT links.section, source_keys.source AS target
     FROM json_each(?) AS wanted JOIN links ON links.section = wanted.value
     JOIN source_keys ON source_keys.key = links.target AND source_keys.source <> links.source`,
  );
  const textOf = db.prepare('SELECT headings, text FROM sections WHERE id = ?');
  const sectionAt = (id: number): FoundSection => {
    const { headings = '[]', text = '' } = textOf.get(id) ?? {};
    return { headings: JSON.parse(String(headings)) as readonly string[], text: String(text) };
  };
  const sourceBy = db.prepare('SELECT source_id AS sourceId, title, url FROM sources WHERE id = ?');
  const firstSection = db.prepare('SELECT min(id) AS id FROM sections WHERE source = ?');

  /** The sources that the links of sections lead to. */
  const linksFrom = (sections: Iterable<number>): readonly Link[] =>
    linksOf
      .all(JSON.stringify([...sections]))
      .map((row) => ({ section: Number(row['section']), target: Number(row['target']) }));

  /** A link says the more, the fewer others its section has and the fewer pages have it. */
  const vote = (
    scores: Float64Array,
    links: readonly Link[],
    weightOf: (section: number) => number,
    view: SearchView,
  ) => {
    for (const [section, own] of Map.groupBy(links, (link) => link.section)) {
      const share = weightOf(section) / Math.sqrt(1 + own.length);
      for (const { target } of own) {
        const rare = rarity(view.linkedFrom.get(target) ?? 0, view.sources);
        scores[target] = (scores[target] ?? 0) + share * rare;
      }
    }
  };

  /** The first sections that contain all words of the question in a heading, or else anywhere. */
  const holdingAll = (words: ReadonlySet<string>, telling: readonly string[], view: SearchView) => {
    const withWords = (mark: Mark) => listsOf(words, telling, (word) => sectionsWith(word, mark, view));
    const most = likeness.sections * 5;
    const named = inAll(withWords('named'), most);
    return named.length > 0 ? named : inAll(withWords('held'), most);
  };

  /** Of some sections, those with a line that is likely the question itself. */
  const likest = (asked: ReadonlySet<string>, ids: ReadonlySet<number>) =>
    [...ids].flatMap((id) => {
      const { headings, text } = sectionAt(id);
      const lines = [...headings.slice(-1), ...text.split('\n')];
      const share = Math.max(...lines.map((line) => shareOf(asked, line, searchTerms)));
      return share >= likeness.share ? [{ id, share }] : [];
    });

  const rank = (query: string, limit: number): readonly FoundSource[] => {
    const view = viewNow();
    const terms = queryTerms(query);
    const ranked = rankSections(terms, view, Math.max(limit, votingSections));
    const { found } = ranked;
    if (found.size === 0) return [];
    const scoreOf = (id: number) => found.get(id)?.score ?? 0;
    const bestOf = (ids: Iterable<number>, count: number) => highest(ids, scoreOf, count);
    const top = bestOf(found.keys(), votingSections);
    const links = linksFrom(top);
    const asked = new Set(searchTerms(query).slice(0, likeness.words));
    const whole = holdingAll(asked, terms, view);
    const sources = [
      ...links.map(({ target }) => target),
      ...Array.from(whole, (id) => view.sourceOf[id] ?? 0),
    ];
    ranked.include(whole, new Set(sources));

    const { scores, sectionOf } = bestSections(found.keys(), scoreOf, view);
    vote(scores, links, (id) => voteWeight.held * scoreOf(id), view);
    // However many links lead elsewhere.
    const strongest = scores.reduce((most, score) => Math.max(most, score), ranked.best);
    const most = top.filter((id) => (found.get(id)?.held ?? 0) >= ranked.terms * likeness.share);
    const candidates = [whole, most].flatMap((ids) => bestOf(ids, likeness.sections));
    for (const { id, share } of likest(asked, new Set(candidates))) {
      const source = view.sourceOf[id] ?? 0;
      scores[source] = Math.max(scores[source] ?? 0, scoreOf(id) + strongest * share);
      sectionOf[source] = id;
    }
    return best({ scores, sectionOf }, limit).map((found) => {
      const score = found.score / ranked.best;
      return { ...found, score, likeness: Math.min(1, (score * ranked.terms) / terms.length) };
    });
  };

  const rankNear = (near: readonly NearSection[], limit: number): readonly FoundSource[] => {
    if (near.length === 0) return [];
    const view = viewNow();
    const cosines = new Map(near.map(({ section, cosine }) => [section, cosine]));
    const [nearest, furthest] = [near[0]?.cosine ?? 0, near.at(-1)?.cosine ?? 0];
    const ids = [...cosines.keys()];
    // The furthest counts a little, so that a page is found where there is no other.
    const { scores, sectionOf } = bestSections(ids, (id) => (cosines.get(id) ?? 0) - furthest + least, view);
    const weightOf = (id: number) => voteWeight.near * ((cosines.get(id) ?? 0) - nearest + votingCosines);
    const voters = ids.slice(0, votingSections).filter((id) => weightOf(id) > 0);
    vote(scores, linksFrom(voters), weightOf, view);
    return best({ scores, sectionOf }, limit).map((found) => ({ ...found, score: found.score + furthest }));
  };

  const best = ({ scores, sectionOf }: BestSections, limit: number): readonly FoundSource[] => {
    const sources: number[] = [];
    for (const [source, score] of scores.entries()) if (score > 0) sources.push(source);
    return highest(sources, (source) => scores[source] ?? 0, limit).flatMap((source) => {
      const row = sourceBy.get(source) as SourceRow | undefined;
      if (!row) return [];
      return {
        ...row,
        score: scores[source] ?? 0,
        likeness: 0,
        section: sectionOf[source] || Number(firstSection.get(source)?.['id'] ?? 0),
      };
    });
  };

  /** Everything is read from one state of the tables, even if another connection commits meanwhile. */
  const inOneState = <Found>(read: () => Found): Found => {
    db.exec('BEGIN');
    try {
      return read();
    } finally {
      db.exec('COMMIT');
    }
  };

  return {
    section: ({ section }) => sectionAt(section),
    rank: (query, limit) => inOneState(() => rank(query, limit)),
    rankNear: (sections, limit) => inOneState(() => rankNear(sections, limit)),
  };
}

/** A section's link to another source. */
interface Link {
  readonly section: number;
  readonly target: number;
}

/** The best section of each source (0 if none; of equal ones the first) and its score. */
interface BestSections {
  readonly scores: Float64Array;
  readonly sectionOf: Uint32Array;
}

function bestSections(
  ids: Iterable<number>,
  scoreOf: (id: number) => number,
  view: SearchView,
): BestSections {
  const scores = new Float64Array(view.maxSource + 1);
  const sectionOf = new Uint32Array(view.maxSource + 1);
  for (const id of ids) {
    const source = view.sourceOf[id] ?? 0;
    const score = scoreOf(id);
    const highestYet = scores[source] ?? 0;
    if (score < highestYet || (score === highestYet && (sectionOf[source] ?? 0) < id)) continue;
    scores[source] = score;
    sectionOf[source] = id;
  }
  return { scores, sectionOf };
}

/** The share of a question's words that a line contains; 0 for a line with many others. */
function shareOf(asked: ReadonlySet<string>, line: string, searchTerms: SearchWords['searchTerms']): number {
  if (line.length > 400) return 0;
  const own = new Set(searchTerms(withoutTargets(line)));
  if (own.size > asked.size * likeness.longest) return 0;
  return [...asked].filter((term) => own.has(term)).length / asked.size;
}

/** The lists of words, read one by one: those of grammar, which have the longest lists and are seldom needed, come last. */
function* listsOf(
  words: ReadonlySet<string>,
  telling: readonly string[],
  listOf: (word: string) => PostingList,
): Iterable<PostingList> {
  const lists = telling.filter((word) => words.has(word)).map(listOf);
  yield* lists.toSorted((a, b) => a.length - b.length);
  for (const word of words) if (!telling.includes(word)) yield listOf(word);
}
