import { readFileSync, writeFileSync } from 'node:fs';
import { buildReplyGraph } from '../activities/reply/graph/build-graph.ts';
import { replyGraphs } from '../domain/reply/reply-graph.ts';
import { scriptArguments } from './script-arguments.ts';

/** Draws the graphs in docs/reply.md, except `minimal`, which is a part of `standard`. Run it after a change of them; a test compares. */
export const replyDocUrl = new URL('../docs/reply.md', import.meta.url);

const begin = '<!-- pictures: made by scripts/reply-pictures.ts -->';
const end = '<!-- end of pictures -->';

/** The document with new pictures. Throws if the marks around them are missing. */
export async function withReplyPictures(document: string): Promise<string> {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/reply.md needs the lines ${begin} and ${end}`);
  const pictures = await Promise.all(
    Object.entries(replyGraphs)
      .filter(([name]) => name !== 'minimal')
      .map(async ([name, nodes]) => {
        const picture = (await buildReplyGraph(nodes).draw()).trim();
        return `### \`${name}\`\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n`;
      }),
  );
  return `${document.slice(0, from)}${begin}\n\n${pictures.join('\n')}\n${document.slice(to)}`;
}

if (import.meta.main) {
  scriptArguments('Draws the graphs in docs/reply.md.');
  writeFileSync(replyDocUrl, await withReplyPictures(readFileSync(replyDocUrl, 'utf8')));
}
