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
      'Hosts of your own network that may be fetched, each with or without a port. All other private addresses are refused.',
    ),
  user_agent: z
    .string()
    .regex(/^[\w-]+[ -~]{0,200}$/u)
    .meta({ expects: 'a name in ASCII, like Steward (docs@example.com)' })
    .default('Steward (self-hosted Discord assistant)')
    .describe('What Steward calls itself to web servers. The first word is its name in robots.txt.'),
  timeout_seconds: seconds({ max: 600 })
    .default(30)
    .describe('For one page from start to end, redirects included.'),
  max_megabytes: count({ min: 1, max: 500 })
    .default(20)
    .describe('The largest page or file that is fetched, in millions of bytes, also after decompression.'),
  browser_path: path()
    .nullable()
    .default(null)
    .describe('The Chromium for sources with `render: true`. null: the first on the PATH.'),
  check_citations: z
    .boolean()
    .default(true)
    .describe(
      'Look whether the links under an answer lead somewhere, in sets of steps with `cite`. A link that does not is left out.',
    ),
  citation_cache_hours: count({ min: 1, max: 720 })
    .default(24)
    .describe(
      'How long a link that led somewhere is not looked at again; one that did not, for an hour at most.',
    ),
});
