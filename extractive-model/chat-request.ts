import { z } from 'zod';
import { parseSections, type PromptSection } from '../domain/models/prompt-sections.ts';
import { type AnsweredDecision, isAnswered } from './answer.ts';

export interface DecisionRequest {
  readonly decision: AnsweredDecision;
  readonly sections: readonly PromptSection[];
  /** How the answer is returned. */
  readonly as: 'content' | 'tool_call';
  readonly promptChars: number;
}

/** Why a request cannot be answered; sent to the client with status 400. */
class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly statusCode = 400;
}

const textPart = z.object({ type: z.literal('text'), text: z.string() });
const imagePart = z.object({ type: z.enum(['image_url', 'input_image', 'image']) });
const messageSchema = z.object({
  role: z.enum(['system', 'developer', 'user']),
  content: z.union([z.string(), z.array(z.union([textPart, imagePart]))]),
});
const requestSchema = z.object({
  model: z.string(),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  n: z.literal(1).nullish(),
  response_format: z
    .object({ type: z.literal('json_schema'), json_schema: z.object({ name: z.string() }) })
    .optional(),
  tool_choice: z.object({ function: z.object({ name: z.string() }) }).optional(),
});

type ChatRequest = z.infer<typeof requestSchema>;

/** Throws a `BadRequest` for anything that this model does not support. */
export function readChatRequest(body: unknown): DecisionRequest {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'the body';
    throw new BadRequest(
      `The extractive model does not understand ${where}: ${issue?.message ?? 'invalid'}.`,
    );
  }
  const request = parsed.data;
  if (request.stream) throw new BadRequest('The extractive model does not stream: leave out "stream: true".');
  const { name, as } = schemaOf(request);
  if (!isAnswered(name)) throw new BadRequest(`The extractive model does not know the schema "${name}".`);
  const contents = request.messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  const sections = contents.filter(({ role }) => role === 'user').flatMap(({ text }) => sectionsIn(text));
  if (sections.length === 0) throw new BadRequest("The user message has none of Steward's sections to read.");
  return {
    decision: name,
    sections,
    as,
    promptChars: contents.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/** Throws for a delimiter with an unreadable id, which Steward has not written. */
function sectionsIn(text: string): readonly PromptSection[] {
  try {
    return parseSections(text);
  } catch {
    throw new BadRequest('A section of the user message has an id that cannot be read.');
  }
}

function schemaOf({ response_format, tool_choice }: ChatRequest): {
  name: string;
  as: DecisionRequest['as'];
} {
  if (response_format) return { name: response_format.json_schema.name, as: 'content' };
  if (tool_choice) return { name: tool_choice.function.name, as: 'tool_call' };
  throw new BadRequest(
    'Ask for an answer by "response_format" of type "json_schema", or by one chosen tool.',
  );
}

function textOf(content: ChatRequest['messages'][number]['content']): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      throw new BadRequest('The extractive model reads no images.');
    })
    .join('\n');
}
