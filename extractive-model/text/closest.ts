import { bagOf, type Corpus, match, type Match, type QueryTerm } from './matching.ts';
import { linesOf, type Passage } from './passages.ts';

/** What two neighbouring sentences of a passage, or code, hold of a question together with what they stand under. */
export function closest(query: readonly QueryTerm[], passage: Passage, corpus: Corpus): Match {
  const lines = linesOf(passage);
  const above = passage.headings.join('\n');
  const places = lines.map((line, at) => [above, line, lines[at + 1] ?? ''].join('\n'));
  const matches = [above, ...places].map((text) => match(query, bagOf(text), corpus));
  return matches.reduce((best, found) => (found.evidence > best.evidence ? found : best));
}
