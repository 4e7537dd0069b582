import { convert } from '@asciidoctor/core';
import { extractHtml, type ExtractedText } from '../extract-html.ts';

/** Reads AsciiDoc as the HTML that Asciidoctor makes of it, which reads and requests nothing itself. */
export async function extractAsciidoc(text: string, baseUrl: string | null): Promise<ExtractedText> {
  const attributes = { showtitle: true, 'toc!': '', 'source-highlighter!': '', 'sectanchors!': '' };
  // What could not be included would be shown as a link to it.
  const source = text.replaceAll(/^include::[^\n]*$/gmu, '');
  const html = await convert(source, { safe: 'secure', standalone: false, attributes });
  return extractHtml(`<body><main>${typeof html === 'string' ? html : ''}</main></body>`, baseUrl);
}
