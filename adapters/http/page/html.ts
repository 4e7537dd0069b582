import { visibleText } from '../../../domain/values/text.ts';

/** Safe markup. `html` makes it, which escapes every text, and a renderer that does the same. */
export interface Html {
  readonly [markup]: string;
}

const markup = Symbol('markup');

type Fragment = Html | string | number | null | false | undefined | readonly Fragment[];

/** A tagged template that escapes texts for elements and quoted attributes. `null`, `undefined` and `false` become nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly Fragment[]): Html => ({
  [markup]: strings.map((text, at) => (at === 0 ? text : written(values[at - 1]) + text)).join(''),
});

/** The markup of a renderer that escapes texts itself. */
export const madeBy = (text: string): Html => ({ [markup]: text });

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
