import type { PagesOptions } from '../adapters/pages/open-pages.ts';
import type { Config } from '../config/schema.ts';

/** How pages are fetched, as the config says. */
export const pagesOptions = ({ pages }: Config): PagesOptions => ({
  allowHosts: pages.allow_hosts,
  userAgent: pages.user_agent,
  render: pages.render,
  browserPath: pages.browser_path,
});
