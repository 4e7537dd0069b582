import { z } from 'zod';
import { count } from './fields.ts';

export const usual = {
  system: 350,
  history: 2_400,
  query: 2_000,
  sources: 6_000,
  attachments: 2_000,
  answer: 600,
  index: 2_000,
} as const;

type Budgets = Readonly<Record<keyof typeof usual, number>>;

/** The tokens of Steward's own task and rules, the schema of the answer and the frames of the sections. */
const ownTokens = 1_200;

/**
 * The budgets for a model's context. Below 16,000 tokens the fixed parts are those of a small context; sources, the index
 * and attachments share the rest.
 */
export function budgetsFor(contextTokens: number | null): Budgets {
  if (contextTokens === null || contextTokens >= 16_000) return usual;
  const fixed = { system: 350, history: 1_200, query: 150, answer: 600 };
  const freeTokens = contextTokens - ownTokens - Object.values(fixed).reduce((sum, part) => sum + part, 0);
  const share = (part: keyof Budgets, of: number) =>
    Math.min(usual[part], Math.max(100, Math.floor(freeTokens * of)));
  return {
    ...fixed,
    sources: share('sources', 0.75),
    attachments: share('attachments', 0.25),
    index: share('index', 0.75),
  };
}

const tokens = () => count({ min: 50, max: 1_000_000 });

/** Its default depends on `context_tokens`. */
export const tokenBudget = (part: keyof Budgets) => tokens().optional().meta({ default: usual[part] });

export const tokenBudgets = z.strictObject({
  system: tokenBudget('system').describe(
    'What you tell the model about your project: the introduction and the profile. Steward adds its own task and rules.',
  ),
  history: tokenBudget('history').describe(
    'The conversation before the question; the oldest is left out first.',
  ),
  query: tokenBudget('query').describe('The question itself: the middle of a long log is left out.'),
  sources: tokenBudget('sources').describe(
    'The loaded sources together, for writing the answer and for verifying it. Longer ones contribute their best sections.',
  ),
  attachments: tokenBudget('attachments').describe(
    'Text files that came with the messages, all together: the middle of a long log is left out.',
  ),
  answer: tokenBudget('answer').describe(
    'The answer. A reasoning model needs far more than the answer itself.',
  ),
});
