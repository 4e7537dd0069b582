import type { PagesOptions } from '../../adapters/pages/open-pages.ts';
import type { Config } from '../../config/schema.ts';
import { renderedPrefixes } from './source-origins.ts';

/** How pages are fetched, as the config says. */
export const pagesOptions = (config: Config): PagesOptions => ({
  allowHosts: config.pages.allow_hosts,
  userAgent: config.pages.user_agent,
  render: renderedPrefixes(config),
  browserPath: config.pages.browser_path,
});
