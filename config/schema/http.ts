import { z } from 'zod';
import { count, seconds, secret } from './fields.ts';

export const http = z
  .strictObject({
    port: count({ min: 1, max: 65_535 })
      .nullable()
      .default(null)
      .describe('Where `POST /v1/ask` is served by the worker with the role reply or all. null: nowhere.'),
    host: z
      .string()
      .regex(/^[\w.:-]+$/u)
      .meta({ expects: 'a host name or an IP address' })
      .default('127.0.0.1')
      .describe(
        'The address to listen on. Others than this host reach it only with another one; put TLS before it.',
      ),
    api_keys: secret()
      .nullable()
      .default(null)
      .describe('Who may ask: keys of 16 or more characters, with commas between them.'),
    requests_per_minute: count({ min: 1, max: 100_000 }).default(30).describe('For each key.'),
    keep_alive_seconds: seconds({ max: 300 })
      .default(15)
      .describe('How often a stream that has nothing to say shows that it is there.'),
  })
  .superRefine(({ port, api_keys: keys }, context) => {
    if (port === null) return;
    const given = keys === null ? [] : apiKeysOf(keys.reveal());
    const message = 'keys of 16 or more characters, with commas between them, because http.port is set';
    if (given.length === 0 || given.some((key) => !/^[\w.~+/=-]{16,}$/u.test(key)))
      context.addIssue({ code: 'custom', path: ['api_keys'], message });
  });

export const apiKeysOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
