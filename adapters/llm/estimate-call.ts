import type { ModelRequest } from '../../domain/ports/model.ts';
import type { DecisionName } from '../../domain/models/decisions.ts';
import type { Tokens } from '../../domain/operations/model-usage.ts';

/** English has four to five bytes a token, code three, Chinese three: a call is booked with rather more than it takes. */
const bytesPerToken = 2.5;
/** The schema and the messages' frames. */
const framingTokens = 400;
/** OpenAI's models take up to about 1,500 for one image in full detail. */
const tokensPerImage = 1_600;
/** Steward's answers are short; where the config bounds them, the bound counts. */
const usualOutputTokens = 1_500;

/** The most that a call may come to, as far as that can be told before. */
export const estimateCall = (
  { system, user, images = [] }: Pick<ModelRequest<DecisionName>, 'system' | 'user' | 'images'>,
  { maxOutputTokens }: { readonly maxOutputTokens?: number | null },
): Tokens => ({
  inputTokens:
    Math.ceil(Buffer.byteLength(system + user) / bytesPerToken) +
    framingTokens +
    images.length * tokensPerImage,
  outputTokens: maxOutputTokens ?? usualOutputTokens,
});
