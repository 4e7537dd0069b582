import type { DatabaseSync } from 'node:sqlite';
import { rarity } from '../../../domain/search/bm25.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { moment } from '../database/sqlite/transaction.ts';
import { highest } from './highest.ts';
import { createPostingLists } from './posting-lists.ts';
import { createQuestionLines, overlap } from './question-lines.ts';
import { rankSections } from './rank-sections.ts';
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

/** Ranks sources by their best sections, by links to them, and by lines that repeat the question. */
export function createSourceRanking(db: DatabaseSync, words: SearchWords): SourceRanking {
  const rows = createRows(db);
  const viewNow = createSearchView(db);
  const sectionsWith = createPostingLists(db);
  const lines = createQuestionLines({ sectionsWith, section: rows.section, searchTerms: words.searchTerms });

  const rank = (query: string, limit: number): readonly FoundSource[] => {
    const view = viewNow();
    const terms = words.queryTerms(query);
    const ranked = rankSections(terms, view, sectionsWith);
    if (ranked.ids.length === 0) return [];
    const scoreOf = (id: number) => ranked.scores[id] ?? 0;
    const top = highest(ranked.ids, scoreOf, votingSections);
    const questionWords = lines.wordsOf(query);
    const whole = lines.holdingAll(questionWords, view);

    const best = bestSections(ranked.ids, scoreOf, view);
    const { scores, sectionOf } = best;
    const links = rows.linksFrom(top);
    vote(scores, links, (id) => voteWeight.held * scoreOf(id), view);
    // However many links lead elsewhere.
    const strongest = scores.reduce((most, score) => Math.max(most, score), ranked.best);
    const most = top.filter((id) => (ranked.termsHeld[id] ?? 0) >= ranked.terms * overlap.share);
    const candidates = [whole, most].flatMap((ids) => highest(ids, scoreOf, overlap.sections));
    for (const { id, share } of lines.likest(questionWords, new Set(candidates))) {
      const source = view.sourceOf[id] ?? 0;
      scores[source] = Math.max(scores[source] ?? 0, scoreOf(id) + strongest * share);
      sectionOf[source] = id;
    }
    return bestSources(best, limit, rows).map((one) => {
      const score = one.score / ranked.best;
      return { ...one, score, likeness: Math.min(1, (score * ranked.terms) / terms.length) };
    });
  };

  const rankNear = (near: readonly NearSection[], limit: number): readonly FoundSource[] => {
    if (near.length === 0) return [];
    const view = viewNow();
    const cosines = new Map(near.map(({ section, cosine }) => [section, cosine]));
    const [nearest, furthest] = [near[0]?.cosine ?? 0, near.at(-1)?.cosine ?? 0];
    const ids = [...cosines.keys()];
    // The furthest counts a little, so that a page is found where there is no other.
    const best = bestSections(ids, (id) => (cosines.get(id) ?? 0) - furthest + least, view);
    const weightOf = (id: number) => voteWeight.near * ((cosines.get(id) ?? 0) - nearest + votingCosines);
    const voters = ids.slice(0, votingSections).filter((id) => weightOf(id) > 0);
    vote(best.scores, rows.linksFrom(voters), weightOf, view);
    return bestSources(best, limit, rows).map((one) => ({ ...one, score: one.score + furthest }));
  };

  return {
    section: ({ section }) => rows.section(section),
    rank: (query, limit) => moment(db, () => rank(query, limit)),
    rankNear: (sections, limit) => moment(db, () => rankNear(sections, limit)),
  };
}

type Rows = ReturnType<typeof createRows>;

function createRows(db: DatabaseSync) {
  const linksOf = db.prepare(
    `SELECT links.section, source_keys.source AS target
     FROM json_each(?) AS wanted JOIN links ON links.section = wanted.value
     JOIN source_keys ON source_keys.key = links.target AND source_keys.source <> links.source`,
  );
  const textOf = db.prepare('SELECT headings, text FROM sections WHERE id = ?');
  const sourceBy = db.prepare('SELECT source_id AS sourceId, title, url FROM sources WHERE id = ?');
  const firstSection = db.prepare('SELECT min(id) AS id FROM sections WHERE source = ?');
  return {
    section: (id: number): FoundSection => {
      const { headings = '[]', text = '' } = textOf.get(id) ?? {};
      return { headings: JSON.parse(String(headings)) as readonly string[], text: String(text) };
    },
    source: (id: number) => sourceBy.get(id) as SourceRow | undefined,
    firstSection: (source: number) => Number(firstSection.get(source)?.['id'] ?? 0),
    /** The sources that the links of sections lead to. */
    linksFrom: (sections: Iterable<number>): readonly Link[] =>
      linksOf
        .all(JSON.stringify([...sections]))
        .map((row) => ({ section: Number(row['section']), target: Number(row['target']) })),
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

/** A link says the more, the fewer others its section has and the fewer pages have it. */
function vote(
  scores: Float64Array,
  links: readonly Link[],
  weightOf: (section: number) => number,
  view: SearchView,
): void {
  for (const [section, own] of Map.groupBy(links, (link) => link.section)) {
    const share = weightOf(section) / Math.sqrt(1 + own.length);
    for (const { target } of own) {
      const rare = rarity(view.linkedFrom.get(target) ?? 0, view.sources);
      scores[target] = (scores[target] ?? 0) + share * rare;
    }
  }
}

/** The sources with the highest scores, best first. */
function bestSources({ scores, sectionOf }: BestSections, limit: number, rows: Rows): readonly FoundSource[] {
  const sources: number[] = [];
  for (const [source, score] of scores.entries()) if (score > 0) sources.push(source);
  return highest(sources, (source) => scores[source] ?? 0, limit).flatMap((source) => {
    const row = rows.source(source);
    if (!row) return [];
    const section = sectionOf[source] || rows.firstSection(source);
    return { ...row, score: scores[source] ?? 0, likeness: 0, section };
  });
}
