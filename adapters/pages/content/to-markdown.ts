import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/**
 * HTML as Markdown. Characters stay as they are (`snake_case`, not `snake\_case`), because it is models and search that
 * read this; only what would begin a heading, a quote or a code block is escaped.
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

/** What turndown hands over of an item. */
interface ListItem {
  readonly parentNode: {
    readonly nodeName: string;
    readonly children: ArrayLike<unknown>;
    getAttribute(name: string): string | null;
  } | null;
}

/** One space after the mark: three, as is usual, would be paid for at every reading. */
function markOf(item: ListItem): string {
  const list = item.parentNode;
  if (list?.nodeName !== 'OL') return '- ';
  const first = Number(list.getAttribute('start') ?? 1) || 1;
  return `${first + Array.from(list.children).indexOf(item)}. `;
}

/** No white space at the ends of lines, no more than one blank line in a row, none at either end. */
export const tidyMarkdown = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .replaceAll(/^\n+|(?<!\n)\n+$/gu, '');
