import { z } from 'zod';
import { count, path, seconds } from './fields.ts';

/** A host name or an IP address, IPv6 in brackets, with or without a port. */
const host = () =>
  z
    .string()
    .regex(/^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/iu)
    .meta({ expects: 'a host like docs.example.com, 10.0.0.5, [fd00::5] or docs.internal:8080' });

export const pages = z.strictObject({
  allow_hosts: z
    .array(host())
    .default([])
    .describe(
      'Hosts of your own network that Steward may fetch from, with or without a port. It refuses all other private addresses.',
    ),
  user_agent: z
    .string()
    .regex(/^[\w-]+[ -~]{0,200}$/u)
    .meta({ expects: 'a name in ASCII, like Steward (docs@example.com)' })
    .default('Steward (self-hosted Discord assistant)')
    .describe("Steward's name for web servers. The first word is its agent name in robots.txt."),
  timeout_seconds: seconds({ max: 600 })
    .default(30)
    .describe('For one page from start to end, redirects included.'),
  max_megabytes: count({ min: 1, max: 500 })
    .default(20)
    .describe(
      'The largest page or file that Steward fetches, in millions of bytes, also after decompression.',
    ),
  browser_path: path()
    .nullable()
    .default(null)
    .describe('The Chromium for sources with `render: true`. null: the first on the PATH.'),
  check_citations: z
    .boolean()
    .default(true)
    .describe('Check the links below an answer, in graphs with the node `cite`. A dead link is left out.'),
  citation_cache_hours: count({ min: 1, max: 720 })
    .default(24)
    .describe('How long Steward remembers that a link works. It remembers a dead link for an hour at most.'),
});
