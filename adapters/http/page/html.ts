import markdownIt from 'markdown-it';
import { visibleText } from '../../../domain/values/text.ts';

/** Safe markup. Only `html` and `rendered` make it, which escape every text. */
export interface Html {
  readonly [markup]: string;
}

const markup = Symbol('markup');

type Fragment = Html | string | number | null | false | undefined | readonly Fragment[];

/** A tagged template that escapes texts for elements and quoted attributes. `null`, `undefined` and `false` become nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly Fragment[]): Html => ({
  [markup]: strings.map((text, at) => (at === 0 ? text : written(values[at - 1]) + text)).join(''),
});

export const markupOf = ({ [markup]: text }: Html): string => text;

function written(value: Fragment): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  if (markup in value) return value[markup];
  return value.map(written).join('');
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  visibleText(text.toWellFormed()).replaceAll(/[&<>"']/gu, (sign) => signs[sign] ?? '');

/** A link to a web page, or only the label if the address is not http or https. */
export function outLink(url: string | null, label: string): Html {
  const isWeb = url !== null && /^https?:$/u.test(URL.parse(url)?.protocol ?? '');
  return isWeb ? html`<a href="${url}" rel="noreferrer noopener">${label}</a>` : html`${label}`;
}

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
export const rendered = (text: string): Html => ({
  [markup]: markdown.render(visibleText(text.toWellFormed())),
});
