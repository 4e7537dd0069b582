import type { WidgetTexts } from '../../adapters/http/widget/widget-route.ts';
import type { Config } from '../../config/schema.ts';
import { languages } from '../../config/schema/texts.ts';

/** The texts of the script for web pages, by language. */
export const widgetTextsOf = (config: Pick<Config, 'texts'>): WidgetTexts =>
  Object.fromEntries(languages.map((language) => [language, textsIn(config, language)]));

/** What visitors of a page read is what members read on Discord, where it is the same. */
function textsIn({ texts }: Pick<Config, 'texts'>, language: string): Readonly<Record<string, string>> {
  const { widget, desk, ...own } = texts[language as 'en'];
  return {
    ...widget,
    sources: own.links_heading,
    nearest: own.nearest_pages,
    failed: desk.cannot_now,
    note: own.ai_footer.replace(/^-# /u, ''),
    helpful: desk.helpful,
    not_helpful: desk.not_helpful,
    reason: desk.reason_label,
    thanks: desk.thanks,
    person: desk.ask_human,
  };
}
