/** Characters that show nothing by themselves: white space, invisible characters and formatting marks. */
const blanks = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800`*_~|>#"'-]/gu;

const nothing: ReadonlySet<string> = new Set(['', 'null', 'null.', 'none', 'n/a', 'undefined', '...', '…']);

/** Models express "no answer" in several ways. */
export const isBlankAnswer = (answer: string | null): answer is null =>
  answer === null || nothing.has(answer.replaceAll(blanks, '').toLowerCase());

/** Text in brackets that may consist of one or several ids. */
const bracketed = /[ \t]?[[(【]\s?(?:sources?:?\s)?([^[\](){}【】\n]{3,500})[\])】](?!\()/giu;
const bare = /`?\b((?:kb|team):[^\s`,;()[\]【】]*[^\s`.,;:!?()[\]【】])`?/gu;

/**
 * Removes ids of sources, which models also cite in the text and no member knows, and returns them. An id that is part of
 * a sentence becomes the source's title.
 */
export function withoutSourceIds(
  answer: string,
  titles: ReadonlyMap<string, string>,
): { readonly text: string; readonly cited: readonly string[] } {
  const cited: string[] = [];
  const text = answer
    .replaceAll(bracketed, (whole, inner: string) => {
      const ids = inner.split(/[,;]/u).map((id) => id.replaceAll(/[`"'\s]+/gu, ' ').trim());
      if (!ids.every((id) => titles.has(id))) return whole;
      cited.push(...ids);
      return '';
    })
    .replaceAll(bare, (whole, id: string) => {
      const title = titles.get(id);
      if (title === undefined) return whole;
      cited.push(id);
      return title;
    });
  return { text, cited };
}
