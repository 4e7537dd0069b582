import { z } from 'zod';
import { count, trueOrFalse, groupLimit, nullByDefault, seconds, secret } from './fields.ts';

/** An origin as browsers send it: without a path and without the default port. */
const origin = () =>
  z
    .string()
    .refine((text) => /^https?:/u.test(text) && URL.parse(text)?.origin === text)
    .meta({ expects: 'an origin such as https://docs.example.com, without a path' });

const listenHost = () =>
  z
    .string()
    .regex(/^[\w.:-]+$/u)
    .meta({ expects: 'a host name or an IP address' })
    .default('127.0.0.1');

export const metrics = z.strictObject({
  port: nullByDefault(count({ min: 1, max: 65_532 })).describe(
    'The port of a worker for `/metrics`, `/healthz` and `/readyz`: this one for the role all, and the next three for bot, ' +
      'reply and library. null: none.',
  ),
  host: listenHost().describe(
    'The address to listen on. There is no password, so let only your monitoring reach it.',
  ),
});

/** Each role's port is `metrics.port` plus its index here. */
export const rolesByPort = ['all', 'bot', 'reply', 'library'] as const;

/** The port of a process is that of its first role. */
export const metricsPortOf = (first: number, roles: readonly (typeof rolesByPort)[number][]): number =>
  first + Math.min(...roles.map((role) => rolesByPort.indexOf(role)));

const httpKey = /^[\w.~+/=-]{16,}$/u;

export const http = z
  .strictObject({
    port: nullByDefault(count({ min: 1, max: 65_535 })).describe(
      'The port on which the worker with the role reply or all takes questions over HTTP. null: none.',
    ),
    host: listenHost().describe(
      'The address to listen on. With any other than the default, put a TLS-terminating proxy in front.',
    ),
    api_keys: nullByDefault(secret()).describe(
      'The secret keys of servers that may ask: 16 or more characters each, separated by commas.',
    ),
    sources: groupLimit().describe(
      'The groups of sources that answer over a secret key and over MCP at the same port. null: all.',
    ),
    trusted_proxies: z
      .array(z.string().regex(/^(?:loopback|linklocal|uniquelocal|[\da-f.:]+(?:\/\d{1,3})?)$/iu))
      .meta({
        expects: 'a list of addresses, of ranges such as 10.0.0.0/8, or of loopback, linklocal, uniquelocal',
      })
      .default(['loopback'])
      .describe("The proxies whose `X-Forwarded-For` tells a visitor's address."),
    requests_per_minute: count({ min: 1, max: 100_000 })
      .default(30)
      .describe('For each secret key, and each address without a key, per minute.'),
    visitor_requests_per_minute: count({ min: 1, max: 100_000 })
      .default(10)
      .describe('For each visitor of a page with a publishable key, per minute.'),
    page: trueOrFalse(false).describe(
      'The page for moderators at /page, to which `/steward page` gives them a link: docs/page.md.',
    ),
    public_url: nullByDefault(origin()).describe(
      'The address at which moderators reach this port, such as https://steward.example.com. null: http.host, only from the same host.',
    ),
    keep_alive_seconds: seconds({ max: 300 })
      .default(15)
      .describe('How often a quiet stream sends a comment.'),
  })
  .superRefine(({ port, host, api_keys: keys, page, public_url: url }, context) => {
    if (port === null && page)
      context.addIssue({ code: 'custom', path: ['port'], message: 'a port, because http.page is true' });
    if (page && url === null && isEveryAddress(host)) {
      const message = `an origin such as https://steward.example.com, because nobody can open ${host}`;
      context.addIssue({ code: 'custom', path: ['public_url'], message });
    }
    if (port === null) return;
    const message = 'keys of 16 or more characters, separated by commas';
    if (!apiKeysOf(keys?.reveal() ?? '').every((key) => httpKey.test(key)))
      context.addIssue({ code: 'custom', path: ['api_keys'], message });
  });

/** The address of the moderators' page, or null if it is off. */
export const pageUrlOf = ({
  page,
  port,
  host,
  public_url: url,
}: Pick<z.infer<typeof http>, 'page' | 'port' | 'host' | 'public_url'>): string | null =>
  page && port !== null ? (url ?? `http://${inAddress(host)}:${port}`) : null;

/** Whether a host stands for every address (`0.0.0.0`, `::`): it can be listened on but not opened. */
const isEveryAddress = (host: string): boolean => /^[0.]+$|^[0:]+$/u.test(host);

/** A host in the form that URLs need. */
const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export const apiKeysOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
