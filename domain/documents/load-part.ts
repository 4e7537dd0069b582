import { bestParts } from '../search/best-sections.ts';
import { openFence } from './headings.ts';
import { formatTopic, parseTopic } from '../team/qa-blocks.ts';
import { sectionsOf, type DocumentSection } from './sections.ts';

/** For the mark of what was left out, and the headings above a section. */
const tokensBeside = 40;

const gap = '[…]';

export interface PartRequest {
  readonly query: string;
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/**
 * A document of at most `maxTokens`, itself or its best sections in their order: each under its headings, with a mark
 * where something was left out.
 */
export function documentPart(document: string, wanted: PartRequest): string {
  const { countTokens } = wanted;
  if (countTokens(document) <= wanted.maxTokens) return document;
  const parts = partsOf(document);
  const withChat = (text: string): number => countTokens(text) + tokensBeside;
  const chosen = bestParts({ parts, ...wanted, countTokens: withChat });
  return chosen
    .map((part, n) => {
      const [before, after] = [chosen[n - 1], chosen[n + 1]];
      const end = part.endsIn === null || after?.at === part.at + 1 ? '' : `\n${part.endsIn}`;
      if (before?.at === part.at - 1) return part.text + end;
      const text = part.beginsIn === null ? part.text : `${part.beginsIn}\n${part.text}`;
      return `${gap}\n\n${underHeadings({ ...part, text }, before)}${end}`;
    })
    .join('\n');
}

/** The sections of a document, with the fence of code that each begins and ends in: one that is cut is opened and closed again. */
function partsOf(document: string) {
  let open: string | null = null;
  return sectionsOf(document).map((section, at) => {
    const beginsIn = open;
    open = openFence(section.text, open);
    return { ...section, at, about: section.headings.join('\n'), beginsIn, endsIn: open };
  });
}

/** A topic of at most `maxTokens`: itself, or its best pairs in their order. */
export function topicPart(topic: string, wanted: PartRequest): string {
  if (wanted.countTokens(topic) <= wanted.maxTokens) return topic;
  const parts = parseTopic(topic).pairs.map((pair) => ({ pair, about: '', text: formatTopic([pair]) }));
  return formatTopic(bestParts({ parts, ...wanted }).map(({ pair }) => pair));
}

/** The headings that the section stands under and that the one before did not, then the section. */
function underHeadings({ headings, text }: DocumentSection, before: DocumentSection | undefined): string {
  const own = headings.at(-1) ?? '';
  const isShown = own !== '' && (text.split('\n', 1)[0] ?? '').includes(own);
  const above = isShown ? headings.slice(0, -1) : headings;
  const lines = above.flatMap((title, at) =>
    before?.headings[at] === title ? [] : `${'#'.repeat(Math.min(at + 1, 6))} ${title}`,
  );
  return [...lines, text].join('\n');
}
