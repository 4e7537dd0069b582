import { z } from 'zod';
import { answerTypes } from '../../domain/reply/reply-record.ts';
import { replyStatuses } from '../../domain/reply/reply-status.ts';

/**
 * The one source of what the HTTP interface takes and gives: requests are validated by it, answers are written by it, and
 * the OpenAPI description says it.
 */

/** Discord's own limit for those who pay for it; what is longer is no question. */
const maxQuestionChars = 4_000;

const id = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const visitor = id()
  .optional()
  .describe('Who asks, as your server names them. With a secret key only; Steward keeps a hash of it.');

export const schemas = {
  Question: z.strictObject({
    question: z.string().regex(/\S/).max(maxQuestionChars),
    request_id: id()
      .optional()
      .describe('Of your choice, the same when you ask again. Without one there is no coming back.'),
    conversation_id: id()
      .optional()
      .describe(
        'Of an earlier answer, for a question that follows up on it. Without one a conversation begins.',
      ),
    visitor,
  }),

  Answer: z.strictObject({
    request_id: z.string(),
    answer_id: z.string().describe('For a vote.'),
    conversation_id: z
      .string()
      .nullable()
      .describe('For a question that follows up. null: the conversation is not kept any more.'),
    visitor_id: z.string().describe('Who asked, as Steward keeps it: what `npx steward forget` takes.'),
    outcome: z
      .enum(['answered', 'unanswered', 'skipped', 'failed'])
      .describe('`unanswered`: nothing covers it. `skipped`: no question for Steward.'),
    reason: z.string().describe('Why it ended so.'),
    answer: z.string().nullable().describe('In Markdown. null: there is none.'),
    message: z
      .string()
      .nullable()
      .describe("What to say where there is no answer, in the asker's language. null: nothing."),
    answer_type: z.enum(answerTypes).nullable(),
    confidence: z.number().nullable().describe("The model's own, from 0 to 10."),
    language: z.string().nullable().describe('Of the question, in ISO 639-3.'),
    citations: z.array(z.strictObject({ title: z.string(), url: z.string().nullable() })),
    nearest_pages: z
      .array(z.strictObject({ title: z.string(), url: z.string().nullable() }))
      .describe('What comes nearest to a question that nothing covers.'),
  }),

  Vote: z.strictObject({
    answer_id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
    helpful: z.boolean(),
    visitor,
  }),

  Health: z.strictObject({ status: z.literal('ok') }),

  Problem: z.strictObject({
    code: z.string().describe('Stays the same from version to version.'),
    message: z.string().describe('A sentence.'),
  }),
};

export type Question = z.infer<typeof schemas.Question>;
export type Vote = z.infer<typeof schemas.Vote>;
export type Answer = z.infer<typeof schemas.Answer>;
export type Problem = z.infer<typeof schemas.Problem>;

/** By their names in the description. */
export const namedSchemas: readonly object[] = Object.entries(schemas).map(([name, schema]) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' });
  return { $id: name, ...json };
});

const refusals = {
  400: 'The body is not what it has to be.',
  401: 'The key is missing or wrong.',
  403: 'The key does not work from this page.',
  404: 'There is no such conversation or answer with this key.',
  409: 'The request_id belongs to another question.',
  413: 'The body is too large.',
  415: 'The body is no JSON.',
  429: 'Too many requests.',
  503: 'Nothing can be taken right now.',
} as const;

const problems = (...statuses: readonly (keyof typeof refusals)[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: refusals[status], $ref: 'Problem#' }]));

const key = [{ key: [] }];

export const routes = {
  ask: {
    operationId: 'ask',
    summary: 'Ask a question',
    description:
      'The answer as JSON, or with `Accept: text/event-stream` (and where a client names neither) as Server-Sent Events: ' +
      `\`status\` with {"status"}, one of ${replyStatuses.join(', ')}, while it is made, then \`result\` with an Answer or ` +
      '`error` with a Problem. A client that lost the connection asks again with the same request_id and gets the same ' +
      'answer; nothing is asked of the model twice.',
    security: key,
    body: { $ref: 'Question#' },
    response: {
      200: {
        description: 'The answer, or why there is none.',
        content: {
          'application/json': { schema: { $ref: 'Answer#' } },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
      ...problems(400, 401, 403, 404, 409, 413, 415, 429, 503),
    },
  },
  vote: {
    operationId: 'vote',
    summary: 'Say whether an answer helped',
    description: 'The last vote of each visitor on an answer counts.',
    security: key,
    body: { $ref: 'Vote#' },
    response: {
      204: { description: 'It counts.', type: 'null' },
      ...problems(400, 401, 403, 404, 413, 415, 429, 503),
    },
  },
  health: {
    operationId: 'health',
    summary: 'Whether questions can be taken',
    response: { 200: { description: 'They can.', $ref: 'Health#' }, ...problems(429, 503) },
  },
} as const;
