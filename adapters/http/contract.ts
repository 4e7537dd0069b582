import { z } from 'zod';
import { answerTypes } from '../../domain/models/decisions.ts';

/** The HTTP API's requests and answers: docs/http.md. */

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
      .describe('`unanswered`: no answer was found. `skipped`: it is not a question for Steward.'),
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
};

export type Question = z.infer<typeof schemas.Question>;
export type Vote = z.infer<typeof schemas.Vote>;
export type Answer = z.infer<typeof schemas.Answer>;
/** A refusal. */
export interface Problem {
  /** Does not change between versions. */
  readonly code: string;
  /** A sentence for people. */
  readonly message: string;
}

function bodyOf(schema: z.ZodType): { readonly body: object } {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { target: 'draft-7' });
  return { body };
}

/** What the body of each request has to match. */
export const routes = { ask: bodyOf(schemas.Question), vote: bodyOf(schemas.Vote) } as const;
