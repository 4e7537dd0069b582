import { readMarkdown } from '../../../../domain/documents/markup/read-markdown.ts';
import { finalError } from '../../../../domain/ports/errors.ts';
import type { ExtractedText } from '../extract-html.ts';

/** Longer outputs are data. */
const maxOutputChars = 2_000;

type Lines = string | readonly string[];

interface Notebook {
  readonly cells: readonly {
    readonly cell_type: string;
    readonly source: Lines;
    readonly outputs?: readonly {
      readonly text?: Lines;
      readonly data?: { readonly 'text/plain'?: Lines };
    }[];
  }[];
  readonly metadata?: { readonly kernelspec?: { readonly language?: string } };
}

const joined = (lines: Lines = ''): string => (typeof lines === 'string' ? lines : lines.join(''));

/** Reads a Jupyter notebook: its texts, its code, and what that has printed. Whatever is damaged ends in an error of its process. */
export function extractNotebook(json: string): ExtractedText {
  const { cells, metadata } = JSON.parse(json) as Partial<Notebook>;
  if (!cells) throw finalError('document_broken', 'It is no notebook, although its name says so.');
  const language = metadata?.kernelspec?.language ?? 'python';
  const parts = cells.map(({ cell_type: kind, source, outputs = [] }) => {
    if (kind !== 'code') return kind === 'markdown' ? joined(source) : '';
    const printed = outputs.map(({ text, data }) => joined(text ?? data?.['text/plain'])).join('\n');
    const shown = printed.length > maxOutputChars ? '' : printed;
    return [fenced(joined(source), language), fenced(shown, '')].filter((part) => part !== '').join('\n\n');
  });
  const { title, text } = readMarkdown(parts.join('\n\n'));
  return { title, text };
}

function fenced(code: string, language: string): string {
  const fence = code.includes('```') ? '``````' : '```';
  return code.trim() === '' ? '' : `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}
