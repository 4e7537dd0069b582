import { z } from 'zod';
import { readMarkdown } from '../../../../domain/documents/markup/read-markdown.ts';
import { finalError } from '../../../../domain/ports/errors.ts';
import type { ExtractedText } from '../extract-html.ts';

/** Longer outputs are data. */
const maxOutputChars = 2_000;

const lines = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))]);

const notebook = z.object({
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source: lines,
      outputs: z
        .array(
          z.object({ text: lines.optional(), data: z.object({ 'text/plain': lines.optional() }).optional() }),
        )
        .optional(),
    }),
  ),
  metadata: z.object({ kernelspec: z.object({ language: z.string().optional() }).optional() }).optional(),
});

/** Reads a Jupyter notebook: its texts, its code, and what that has printed. */
export function extractNotebook(json: string): ExtractedText {
  const { cells, metadata } = notebookOf(json);
  const language = metadata?.kernelspec?.language ?? 'python';
  const parts = cells.map(({ cell_type: kind, source, outputs = [] }) => {
    if (kind !== 'code') return kind === 'markdown' ? source : '';
    const printed = outputs.map(({ text, data }) => text ?? data?.['text/plain'] ?? '').join('\n');
    const shown = printed.length > maxOutputChars ? '' : printed;
    return [fenced(source, language), fenced(shown, '')].filter((part) => part !== '').join('\n\n');
  });
  const { title, text } = readMarkdown(parts.join('\n\n'));
  return { title, text };
}

function fenced(code: string, language: string): string {
  const fence = code.includes('```') ? '``````' : '```';
  return code.trim() === '' ? '' : `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

function notebookOf(json: string): z.infer<typeof notebook> {
  try {
    return notebook.parse(JSON.parse(json));
  } catch (error) {
    throw finalError('document_broken', 'It is no notebook, although its name says so.', error);
  }
}
