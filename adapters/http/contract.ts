import { z } from 'zod';
import { answerTypes } from '../../domain/models/decisions.ts';
import { replyStatuses } from '../../domain/reply/reply-status.ts';

/** The HTTP API's schemas validate requests, serialize answers and make the OpenAPI description. */

/** Discord's limit for members with Nitro. */
const maxQuestionChars = 4_000;

const id = () => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const visitor = id()
  .optional()
  .describe("Your server's id of the asker, with a secret key only. Steward stores a hash of it.");

export const schemas = {
  Question: z.strictObject({
    question: z.string().regex(/\S/).max(maxQuestionChars),
    request_id: id()
      .optional()
      .describe('An id of your choice. Send it again to get the same answer after a lost connection.'),
    conversation_id: id()
      .optional()
      .describe('The conversation of an earlier answer, for a follow-up. Without it a new one begins.'),
    page: z
      .strictObject({
        url: z.string().max(2_000),
        title: z.string().max(300),
        version: z.string().max(50).optional(),
      })
      .optional()
      .describe('The page that the asker reads. The question may be about it.'),
    visitor,
  }),

  Answer: z.strictObject({
    request_id: z.string(),
    answer_id: z.string().describe('For a vote.'),
    conversation_id: z
      .string()
      .nullable()
      .describe('For follow-up questions. null if the conversation is no longer stored.'),
    visitor_id: z.string().describe("Steward's id of the asker, for `npx steward forget`."),
    outcome: z
      .enum(['answered', 'unanswered', 'skipped', 'failed'])
      .describe('`unanswered`: the documents do not cover it. `skipped`: it is not a question for Steward.'),
    reason: z.string().describe('The reason of the outcome.'),
    answer: z.string().nullable().describe('Markdown, or null without an answer.'),
    message: z
      .string()
      .nullable()
      .describe('What to show the asker without an answer, in their language, or null for nothing.'),
    answer_type: z.enum(answerTypes).nullable(),
    confidence: z.number().nullable().describe("The model's confidence, from 0 to 10."),
    language: z.string().nullable().describe("The question's language, in ISO 639-3."),
    citations: z.array(z.strictObject({ title: z.string(), url: z.string().nullable() })),
    nearest_pages: z
      .array(z.strictObject({ title: z.string(), url: z.string().nullable() }))
      .describe('The pages nearest to a question that the documents do not cover.'),
  }),

  Vote: z.strictObject({
    answer_id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
    helpful: z.boolean(),
    reason: z.string().max(500).optional().describe('In the words of the visitor.'),
    visitor,
  }),

  Problem: z.strictObject({
    code: z.string().describe('Does not change between versions.'),
    message: z.string().describe('A sentence for people.'),
  }),
};

export type Question = z.infer<typeof schemas.Question>;
export type Vote = z.infer<typeof schemas.Vote>;
export type Answer = z.infer<typeof schemas.Answer>;
export type Problem = z.infer<typeof schemas.Problem>;

/** JSON schemas with their names as `$id`. */
export const namedSchemas: readonly object[] = Object.entries(schemas).map(([name, schema]) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' });
  return { $id: name, ...json };
});

const refusals = {
  400: 'The body is not valid.',
  401: 'The key is missing or wrong.',
  403: 'The key does not work from this page.',
  404: 'There is no such conversation or answer with this key.',
  409: 'The request_id belongs to another question.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests.',
  503: 'Steward cannot take requests right now.',
} as const;

const problems = (...statuses: readonly (keyof typeof refusals)[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: refusals[status], $ref: 'Problem#' }]));

const key = [{ key: [] }];

export const routes = {
  ask: {
    operationId: 'ask',
    summary: 'Ask a question',
    description:
      'Answers as JSON with `Accept: application/json`, otherwise as Server-Sent Events: ' +
      `\`status\` with {"status"}, one of ${replyStatuses.join(', ')}, until the answer is ready, then \`result\` with an ` +
      'Answer or `error` with a Problem. A client that has lost the connection asks again with the same request_id and gets ' +
      'the same answer, without further model calls.',
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
      204: { description: 'The vote counts.', type: 'null' },
      ...problems(400, 401, 403, 404, 413, 415, 429, 503),
    },
  },
} as const;
