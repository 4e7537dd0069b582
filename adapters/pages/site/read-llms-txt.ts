/** The addresses that a site's `llms.txt` lists for models, in their order: the links of a Markdown file. */
export function* readLlmsTxt(text: string, base: string): Generator<string> {
  // A page for every address is HTML; a list for models never is.
  if (/^\s*</u.test(text)) return;
  for (const [, target = ''] of text.matchAll(/\]\(\s*<?([^\s()<>]{1,4096})/gu)) {
    const url = URL.parse(target, base);
    if (url) yield url.href;
  }
}
