import { expect, it } from 'vitest';
import { sourceTitle } from '../domain/documents/shown-source.ts';
import { linkedKeys } from '../adapters/storage/search/link-keys.ts';
import { tidyMarkdown } from '../adapters/pages/content/to-markdown.ts';
import { structureOf } from '../domain/documents/headings.ts';
import { parseLinks } from '../domain/documents/links-file.ts';
import { withoutComments } from '../domain/documents/markup/comments.ts';
import { bestExcerpts } from '../domain/documents/excerpts.ts';
import { readMarkdown } from '../domain/documents/markup/read-markdown.ts';
import { plainText } from '../domain/documents/markup/plain-text.ts';
import { sectionsOf } from '../domain/documents/sections.ts';
import { maskCredentials } from '../domain/intake/mask-credentials.ts';
import { detectLanguage } from '../domain/language/detect-language.ts';
import { formatSections, parseSections } from '../domain/models/prompt-sections.ts';
import { maskPersonalData } from '../domain/moderation/moderate.ts';
import { linksIn, plainTitle } from '../domain/posting/answer-links.ts';
import { isBlankAnswer } from '../domain/posting/answer-text.ts';
import { discordMarkdown } from '../domain/posting/discord-markdown.ts';
import { threadTitle } from '../domain/posting/compose-reply.ts';
import { splitMessage } from '../domain/posting/split-message.ts';
import { searchSnippet } from '../domain/search/search-snippet.ts';
import { searchTerms } from '../domain/search/search-terms.ts';
import { parseRaw, parseTopic } from '../domain/team/qa-blocks.ts';
import { normalizeText } from '../domain/values/content-hash.ts';
import { oneLineOf, visibleText } from '../domain/values/text.ts';
import { passagesOf } from '../extractive-model/text/passages.ts';
import { wordsOf } from '../extractive-model/text/words.ts';

import { processorMilliseconds } from '../test/support/processor-time.ts';

const room = { query: 'port', maxTokens: 500, countTokens: (text: string) => text.length / 4 };

/** Whatever reads a document, a page or a topic, none of which has a size that anybody promises. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  structureOf: (text) => structureOf(text.split('\n')),
  parseLinks,
  excerpts: (text) => bestExcerpts([{ sourceId: 'kb:a.md', text }], room),
  pairs: (text) => bestExcerpts([{ sourceId: 'team:a.txt', text }], room),
  plainText: (text) => plainText(`![${text}`),
  withoutComments: (text) => withoutComments(`<!--${text}-->`),
  readMarkdown,
  markedMarkdown: (text) => readMarkdown(`<A b={${text}{%${text}<table><tr>${text}`),
  sectionsOf,
  sourceTitle: (text) => sourceTitle(text, 'a.md'),
  linkedKeys: (text) => linkedKeys('kb:a.md', text),
  tidyMarkdown,
  searchTerms,
  searchSnippet: (text) => searchSnippet(text, new Set(['port'])),
  parseRaw,
  parseTopic,
  detectLanguage,
  maskCredentials,
  maskPersonalData,
  normalizeText,
  oneLineOf: (text) => oneLineOf(text, 200),
  visibleText,
  linksIn,
  plainTitle,
  sections: (text) => parseSections(formatSections([{ name: 'source', id: text, text }], 'mark')),
  threadTitle,
  discordMarkdown,
  isBlankAnswer,
  splitMessage: (text) => splitMessage({ text }),
  wordsOf,
  passagesOf: (text) => passagesOf('kb:a.md', text),
};

const marks = '< > ` [ ]( [a \\ * _ ~ | # - = . ( " { } a@ a. & + / : $'.split(' ');
const units = [
  marks,
  [' ', '\n', '\t', '\r\n', 'a', 'A ', 'A. ', '`A. ', 'e.g. ', '[x](A. ', '日', '<a', '<!--'],
  ['https://', '](', '&lt;', '\u200B', '\u202E', '\u0301', '--- QA ---\n', 'id: ', '```\n', '~~~\n'],
  ['# ', '#\n', '| \n', '- \n', '> ', '\\<', '<steward:', 's\u200B', '=\n', 'a\n\n', 'sk-', 'eyJ', '=='],
].flat();
const frames: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `# ${text}`,
  (text) => `a\n\n${text}x\n===\n`,
  (text) => `- https://a${text}`,
  (text) => `--- QA ---\nid: qa_1\ntimestamp: 2020\ntopic: ${text}\n\nUser: ${text}`,
];

const chars = 8_000;
/** What is quick at this size is linear, or of no consequence. */
const quickMilliseconds = 12;

/** The processor's time, of a machine that others use as well: the least of some runs. */
function cost(work: () => unknown, runs: number): number {
  return Math.min(...Array.from({ length: runs }, () => processorMilliseconds(work)));
}

it.each(Object.entries(readers))(
  '%s takes time in proportion to a text, whatever stands in it',
  (_, read) => {
    const slow: string[] = [];
    for (const unit of units)
      for (const [number, frame] of frames.entries()) {
        const at = (size: number, runs: number) => {
          const text = frame(unit.repeat(Math.ceil(size / unit.length)));
          return cost(() => read(text), runs);
        };
        if (at(chars, 1) < quickMilliseconds || at(chars, 3) < quickMilliseconds) continue;
        // Eight times the text: 64 times the time is quadratic, and a busy machine makes no 24 of eight.
        const isQuadratic = (runs: number) => at(chars * 8, runs) > 24 * at(chars, runs);
        if (isQuadratic(1) && isQuadratic(3)) slow.push(`${JSON.stringify(unit)} in frame ${number}`);
      }
    expect(slow).toEqual([]);
  },
);
