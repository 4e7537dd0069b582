import { z } from 'zod';
import { count, seconds, secret } from './fields.ts';

export const http = z
  .strictObject({
    port: count({ min: 1, max: 65_535 })
      .nullable()
      .default(null)
      .describe('The port on which the worker with the role reply or all serves `POST /v1/ask`. null: none.'),
    host: z
      .string()
      .regex(/^[\w.:-]+$/u)
      .meta({ expects: 'a host name or an IP address' })
      .default('127.0.0.1')
      .describe(
        'The address to listen on. The default is reachable from this host only; with another one, put a TLS-terminating proxy in front.',
      ),
    api_keys: secret()
      .nullable()
      .default(null)
      .describe('The keys of those who may ask: 16 or more characters each, separated by commas.'),
    requests_per_minute: count({ min: 1, max: 100_000 }).default(30).describe('For each key, per minute.'),
    keep_alive_seconds: seconds({ max: 300 })
      .default(15)
      .describe('How often a quiet stream sends a comment.'),
  })
  .superRefine(({ port, api_keys: keys }, context) => {
    if (port === null) return;
    const given = keys === null ? [] : apiKeysOf(keys.reveal());
    const message = 'keys of 16 or more characters, separated by commas, because http.port is set';
    if (given.length === 0 || given.some((key) => !/^[\w.~+/=-]{16,}$/u.test(key)))
      context.addIssue({ code: 'custom', path: ['api_keys'], message });
  });

export const apiKeysOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
