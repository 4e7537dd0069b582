import markdownIt from 'markdown-it';
import { visibleText } from '../../../domain/values/text.ts';
import { madeBy, type Html } from './html.ts';

/** HTML in the text stays text, and only links to the web, to mail and within the page become links. Nothing is loaded. */
const markdown = markdownIt({ html: false, breaks: true }).disable('image');
// The page has headings of its own.
markdown.renderer.rules['heading_open'] = () => '<p><strong>';
markdown.renderer.rules['heading_close'] = () => '</strong></p>';
markdown.renderer.rules['link_open'] = (tokens, at, options, _env, self) => {
  tokens[at]?.attrSet('rel', 'noreferrer noopener');
  return self.renderToken(tokens, at, options);
};

/** An answer as its readers see it. */
export const rendered = (text: string): Html => madeBy(markdown.render(visibleText(text.toWellFormed())));
