import { gfm } from '@joplin/turndown-plugin-gfm';
import { withSingleBlanks } from '../../../domain/documents/headings.ts';
import { withoutInvisible } from '../../../domain/documents/markup/read-markdown.ts';
import TurndownService from 'turndown';

/**
 * Converts HTML to Markdown for models and search. Escapes only what would begin a heading, a quote or a code block, so that
 * `snake_case` does not become `snake\_case`.
 */
export function toMarkdown(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  service.use(gfm);
  service.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => {
      const mark = markOf(node);
      const text = content.trim().replaceAll(/\n(?=.)/gu, `\n${' '.repeat(mark.length)}`);
      return `${mark}${text}${node.nextSibling ? '\n' : ''}`;
    },
  });
  service.escape = (text) => text.replaceAll(/^(\s*)(#{1,6}\s|>|```|~~~)/gmu, '$1\\$2');
  return tidyMarkdown(service.turndown(html));
}

/** The part of turndown's list item that is used here. */
interface ListItem {
  readonly parentNode: {
    readonly nodeName: string;
    readonly children: ArrayLike<unknown>;
    getAttribute(name: string): string | null;
  } | null;
}

/** One space follows the mark instead of turndown's three, which would cost tokens. */
function markOf(item: ListItem): string {
  const list = item.parentNode;
  if (list?.nodeName !== 'OL') return '- ';
  const first = Number(list.getAttribute('start') ?? 1) || 1;
  return `${first + Array.from(list.children).indexOf(item)}. `;
}

/** Removes white space at line ends, repeated blank lines outside code, and blank lines at both ends. */
export const tidyMarkdown = (text: string): string =>
  withSingleBlanks(
    withoutInvisible(text)
      .replaceAll(/\r\n?/gu, '\n')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  ).replaceAll(/^\n+|(?<!\n)\n+$/gu, '');
