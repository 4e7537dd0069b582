/** Discord's own limit for those who pay for it; what is longer is no question. */
const maxQuestionChars = 4_000;

export interface AskBody {
  readonly question: string;
  readonly request_id?: string;
}

/** JSON schema of a request, and of what the OpenAPI description says about the answer. */
export const askSchema = {
  summary: 'Ask a question',
  description:
    'Streams Server-Sent Events: `status` while the answer is made, then `result` or `error`. A client that lost the stream ' +
    'asks again with the same request_id and gets the same run; nothing is asked of the model twice.',
  security: [{ key: [] }],
  body: {
    type: 'object',
    required: ['question'],
    additionalProperties: false,
    properties: {
      question: { type: 'string', minLength: 1, maxLength: maxQuestionChars, pattern: '\\S' },
      request_id: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'Of your choice, the same when you ask again. Without one there is no coming back.',
      },
    },
  },
  produces: ['text/event-stream'],
  response: {
    200: {
      description:
        'status: {"status"}. result: {"request_id","outcome","reason","answer","answer_type","confidence","language",' +
        '"citations":[{"title","url"}]}, `answer` null when there is none. error: {"code","message"}.',
      type: 'string',
    },
    400: { description: 'The body is not what it has to be.', $ref: 'Problem#' },
    401: { description: 'The key is missing or wrong.', $ref: 'Problem#' },
    409: { description: 'The request_id belongs to another question.', $ref: 'Problem#' },
    429: { description: 'Too many requests with this key.', $ref: 'Problem#' },
    503: { description: 'Nothing can be started right now.', $ref: 'Problem#' },
  },
} as const;

export const problemSchema = {
  $id: 'Problem',
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
} as const;
