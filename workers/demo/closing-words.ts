import { type TemporalAt } from '../wiring/temporal-server.ts';

export const whatGoesOn = ({ embedded }: TemporalAt): readonly string[] =>
  embedded
    ? [
        'The Temporal server keeps running, so that you can look around. Stop it with: npx steward temporal stop',
      ]
    : [];

/** Where to see the runs, what keeps running, which model answered, and what to do next. */
export const closingWords = (temporal: TemporalAt): string =>
  [
    '',
    ...(temporal.uiUrl === null ? [] : [`Every run, step by step, in the Temporal UI: ${temporal.uiUrl}`]),
    ...whatGoesOn(temporal),
    'This was the embedded model, which only quotes. To connect a real one: ai_response.llm.base_url and .model in',
    'config.yaml, its key as STEWARD__AI_RESPONSE__LLM__API_KEY; docs/configuration.md has every setting.',
  ].join('\n');
