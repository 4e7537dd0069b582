import type { DatabaseSync } from 'node:sqlite';
import { rarity } from '../../../domain/search/bm25.ts';
import type { SearchWords } from '../../../domain/search/search-terms.ts';
import { moment } from '../database/sqlite/transaction.ts';

/** A source that holds terms of a query, or is linked to by sections that do. */
export interface FoundSource {
  readonly sourceId: string;
  readonly title: string;
  readonly url: string | null;
  /** 1 means that a section contains the whole query as well as possible; links and likeness may add to it. */
  readonly score: number;
  /** From 0 to 1: the score if terms that no section contains count too. */
  readonly likeness: number;
  readonly section: { readonly headings: readonly string[]; readonly text: string };
}

/** A section whose vector is near a query's. */
export interface NearSection {
  readonly id: number;
  readonly cosine: number;
}

/** Sections that are ranked for each source wanted: a page has many that are alike. */
export const sectionsPerSource = 5;

/**
 * What the links of good sections add to the pages that they lead to, of a section's score and of a cosine: a page that writes about
 * a thing links to the page about it. These and the numbers below were tuned on the FAQs of Python and Git (`npm run bench -- search`).
 */
const voteWeight = { held: 0.03, near: 0.25 } as const;

/** How many of the best sections vote with their links; near ones only if their cosine is this close to the highest. */
const votingSections = 100;
const votingCosines = 0.15;

/** What any section that is near has. */
const least = 1e-6;

/** A question of so many words is looked for as it stands, too, for pages that answer it under its own words. */
const fewestWords = 4;
const mostVerbatim = 15;

/** The highest score of one term of weight 1: the factor of FTS5's BM25. */
const bestOfTerm = 2.2;

interface RankedSection {
  readonly id: number;
  readonly source: number;
  readonly score: number;
}

export type SourceRanking = ReturnType<typeof createSourceRanking>;

/** Ranks sources by their best sections and by links to them. */
export function createSourceRanking(db: DatabaseSync, { queryTerms, searchTerms }: SearchWords) {
  const matching = db.prepare(
    `SELECT id, source, score FROM (
       SELECT rowid AS id, -rank AS score FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?
     ) JOIN sections USING (id) ORDER BY score DESC, id`,
  );
  const sectionsWith = (match: string, most: number) =>
    matching.all(match, most) as unknown as readonly RankedSection[];
  const weighed = createTermWeights(db);
  const inSource = db.prepare(
    'SELECT sections.id, source FROM json_each(?) AS wanted JOIN sections ON sections.id = wanted.value',
  );
  const bestSources = createBestSources(db);

  const rank = (query: string, limit: number): readonly FoundSource[] => {
    const terms = queryTerms(query);
    const weighedTerms = weighed(terms);
    if (weighedTerms.length === 0) return [];
    const any = rarest(weighedTerms)
      .map(({ term }) => quoted(term))
      .join(' OR ');
    const ranked = sectionsWith(any, limit * sectionsPerSource);
    const words = searchTerms(query);
    const verbatim = words.length < fewestWords ? [] : sectionsWith(quoted(words.join(' ')), mostVerbatim);
    const best = bestOfTerm * weighedTerms.reduce((sum, { weight }) => sum + weight, 0);
    return bestSources({
      sections: ranked,
      voters: ranked
        .slice(0, votingSections)
        .map(({ id, score }) => ({ id, weight: voteWeight.held * score })),
      verbatim,
      limit,
    }).map((source) => {
      const score = source.score / best;
      return { ...source, score, likeness: Math.min(1, (score * weighedTerms.length) / terms.length) };
    });
  };

  const rankNear = (near: readonly NearSection[], limit: number): readonly FoundSource[] => {
    const [nearest, furthest] = [near[0]?.cosine ?? 0, near.at(-1)?.cosine ?? 0];
    const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]));
    const rows = inSource.all(JSON.stringify([...cosines.keys()])) as unknown as readonly Omit<
      RankedSection,
      'score'
    >[];
    const voters = near
      .slice(0, votingSections)
      .map(({ id, cosine }) => ({ id, weight: voteWeight.near * (cosine - nearest + votingCosines) }));
    return bestSources({
      // The furthest counts a little, so that a page is found where there is no other.
      sections: rows.map((row) => ({ ...row, score: (cosines.get(row.id) ?? 0) - furthest + least })),
      voters: voters.filter(({ weight }) => weight > 0),
      limit,
    }).map((source) => ({ ...source, score: source.score + furthest }));
  };

  return {
    /** Best first. */
    rank: (query: string, limit: number) => moment(db, () => rank(query, limit)),
    /** Sources by their nearest sections and by the links of those, the best first. `near`: the nearest first. */
    rankNear: (near: readonly NearSection[], limit: number) => moment(db, () => rankNear(near, limit)),
  };
}

const quoted = (term: string): string => `"${term}"`;

/** The terms that sections hold, with their weights in FTS5's BM25. */
function createTermWeights(db: DatabaseSync) {
  const holding = db.prepare('SELECT count(*) AS n FROM terms WHERE terms MATCH ?');
  const sectionCount = db.prepare('SELECT count(*) AS n FROM sections');
  return (terms: readonly string[]) => {
    const all = Number(sectionCount.get()?.['n']);
    return terms.flatMap((term) => {
      const sections = Number(holding.get(quoted(term))?.['n']);
      const weight = Math.max(1e-6, Math.log((all - sections + 0.5) / (sections + 0.5)));
      return sections === 0 ? [] : [{ term, weight, sections }];
    });
  };
}

/** Ranking reads a row for each section that holds a term, so common terms count only where others are too few. */
const mostRanked = 20_000;

/** The rarest terms that not too many sections hold, and one at least. */
function rarest<Term extends { readonly sections: number }>(terms: readonly Term[]): readonly Term[] {
  let sum = 0;
  return terms
    .toSorted((a, b) => a.sections - b.sections)
    .filter(({ sections }, at) => {
      sum += sections;
      return at === 0 || sum <= mostRanked;
    });
}

/** The best section of each source and its score. */
type Scores = Map<number, { readonly score: number; readonly section: number }>;

interface Ranking {
  readonly sections: readonly RankedSection[];
  readonly voters: readonly { readonly id: number; readonly weight: number }[];
  /** They come first, however many links lead elsewhere. */
  readonly verbatim?: readonly RankedSection[];
  readonly limit: number;
}

function createBestSources(db: DatabaseSync): (ranking: Ranking) => readonly FoundSource[] {
  const linksOf = db.prepare(
    `SELECT links.section, links.target AS key, source_keys.source AS target
     FROM json_each(?) AS wanted JOIN links ON links.section = wanted.value
     JOIN source_keys ON source_keys.key = links.target AND source_keys.source <> links.source`,
  );
  const linksTo = db.prepare('SELECT count(*) AS n FROM links WHERE target = ?');
  const sectionCount = db.prepare('SELECT count(*) AS n FROM sections');
  const sourceBy = db.prepare('SELECT source_id AS sourceId, title, url FROM sources WHERE id = ?');
  const firstSection = db.prepare('SELECT min(id) AS id FROM sections WHERE source = ?');
  const textOf = db.prepare('SELECT headings, text FROM sections WHERE id = ?');

  /** A link says the more, the fewer others its section has and the fewer sections have it. */
  const vote = (scores: Scores, voters: Ranking['voters']): void => {
    const links = linksOf.all(JSON.stringify(voters.map(({ id }) => id)));
    const all = Number(sectionCount.get()?.['n']);
    const rarities = new Map<unknown, number>();
    for (const { key } of links)
      if (!rarities.has(key)) rarities.set(key, rarity(Number(linksTo.get(key ?? '')?.['n']), all));
    const bySection = Map.groupBy(links, (link) => link['section']);
    for (const { id, weight } of voters) {
      const sectionLinks = bySection.get(id) ?? [];
      for (const { key, target } of sectionLinks) {
        const source = Number(target);
        const sum = scores.get(source) ?? { score: 0, section: Number(firstSection.get(source)?.['id']) };
        const share = (weight / Math.sqrt(1 + sectionLinks.length)) * (rarities.get(key) ?? 0);
        scores.set(source, { ...sum, score: sum.score + share });
      }
    }
  };

  return ({ sections, voters, verbatim = [], limit }) => {
    const scores: Scores = new Map();
    for (const { id, source, score } of sections)
      if (score > (scores.get(source)?.score ?? 0)) scores.set(source, { score, section: id });
    vote(scores, voters);
    const strongest = Math.max(0, ...[...scores.values()].map(({ score }) => score));
    for (const { id, source, score } of verbatim)
      if (strongest + score > (scores.get(source)?.score ?? 0))
        scores.set(source, { score: strongest + score, section: id });
    return [...scores]
      .toSorted(([a, one], [b, other]) => other.score - one.score || a - b)
      .slice(0, limit)
      .map(([source, { score, section }]) => {
        const row = sourceBy.get(source) as unknown as Pick<FoundSource, 'sourceId' | 'title' | 'url'>;
        const { headings = '[]', text = '' } = textOf.get(section) ?? {};
        const passage = { headings: JSON.parse(String(headings)) as readonly string[], text: String(text) };
        return { ...row, score, likeness: 0, section: passage };
      });
  };
}
