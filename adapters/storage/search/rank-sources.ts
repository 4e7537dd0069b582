import type { DatabaseSync } from 'node:sqlite';
import { rarity } from '../../../domain/search/bm25.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { highest } from './highest.ts';
import { createPostingLists, inAll } from './posting-lists.ts';
import { createSectionRanking, type RankedSections } from './rank-sections.ts';
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

  /** A link says the more, the fewer others its section has and the fewer pages have it. */
  const vote = (scores: Float64Array, voters: ReadonlyMap<number, number>, view: SearchView) => {
    const rows = linksOf.all(JSON.stringify([...voters.keys()]));
    const links = Map.groupBy(rows, (row) => Number(row['section']));
    for (const [section, targets] of links) {
      const share = (voters.get(section) ?? 0) / Math.sqrt(1 + targets.length);
      for (const row of targets) {
        const target = Number(row['target']);
        const rare = rarity(view.linkedFrom.get(target) ?? 0, view.sources);
        scores[target] = (scores[target] ?? 0) + share * rare;
      }
    }
  };

  /** Sections that may contain the question itself: its words in a heading, or most of them anywhere. */
  const candidates = (
    words: readonly string[],
    { held, scores, terms }: RankedSections,
    top: readonly number[],
    view: SearchView,
  ) => {
    const withWords = (mark: Mark) => {
      const lists = words.map((word) => sectionsWith(word, mark, view));
      return inAll(lists, likeness.sections * 5);
    };
    const named = withWords('named');
    const whole = named.length > 0 ? named : withWords('held');
    const most = top.filter((id) => (held[id] ?? 0) >= terms * likeness.share);
    const lists = [whole, most].flatMap((ids) => highest(ids, scores, likeness.sections));
    return [...new Set(lists)];
  };

  const likest = (query: string, ranked: RankedSections, top: readonly number[], view: SearchView) => {
    const asked = new Set(searchTerms(query).slice(0, likeness.words));
    return candidates([...asked], ranked, top, view).flatMap((id) => {
      const { headings, text } = sectionAt(id);
      const lines = [...headings.slice(-1), ...text.split('\n')];
      const most = Math.max(...lines.map((line) => shareOf(asked, line, searchTerms)));
      return most >= likeness.share ? [{ id, most }] : [];
    });
  };

  const rank = (query: string, limit: number): readonly FoundSource[] => {
    const view = viewNow();
    const terms = queryTerms(query);
    const ranked = rankSections(terms, view);
    if (ranked.found.length === 0) return [];
    const { scores, sectionOf } = bestSections(ranked.found, (id) => ranked.scores[id] ?? 0, view);
    const top = highest(ranked.found, ranked.scores, votingSections);
    vote(scores, new Map(top.map((id) => [id, voteWeight.held * (ranked.scores[id] ?? 0)])), view);
    // However many links lead elsewhere.
    const strongest = scores.reduce((most, score) => Math.max(most, score), ranked.best);
    for (const { id, most } of likest(query, ranked, top, view)) {
      const source = view.sourceOf[id] ?? 0;
      scores[source] = Math.max(scores[source] ?? 0, (ranked.scores[id] ?? 0) + strongest * most);
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
    const voters = [...cosines].slice(0, votingSections).flatMap(([id, cosine]) => {
      const weight = voteWeight.near * (cosine - nearest + votingCosines);
      return weight > 0 ? [[id, weight] as const] : [];
    });
    vote(scores, new Map(voters), view);
    return best({ scores, sectionOf }, limit).map((found) => ({ ...found, score: found.score + furthest }));
  };

  const best = ({ scores, sectionOf }: BestSections, limit: number): readonly FoundSource[] => {
    const sources: number[] = [];
    for (const [source, score] of scores.entries()) if (score > 0) sources.push(source);
    return highest(sources, scores, limit).flatMap((source) => {
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

/** The best section of each source (0 if none) and its score. */
interface BestSections {
  readonly scores: Float64Array;
  readonly sectionOf: Uint32Array;
}

function bestSections(
  ids: readonly number[],
  scoreOf: (id: number) => number,
  view: SearchView,
): BestSections {
  const scores = new Float64Array(view.maxSource + 1);
  const sectionOf = new Uint32Array(view.maxSource + 1);
  for (const id of ids) {
    const source = view.sourceOf[id] ?? 0;
    const score = scoreOf(id);
    if (score <= (scores[source] ?? 0)) continue;
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
