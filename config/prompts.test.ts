import { describe, expect, it } from 'vitest';
import { composeSystem } from '../domain/models/compose-prompt.ts';
import { sectionNames } from '../domain/models/prompt-sections.ts';
import { configSchema } from './schema.ts';

const { ai_response: ai, kb, moderation } = configSchema.parse({});
const prompts = {
  gate: ai.gating_prompt,
  recall: ai.recall_prompt,
  selection: ai.selection_prompt,
  answer: ai.answer_prompt,
  verification: ai.verification_prompt,
  translation: ai.translation_prompt,
  personalData: moderation.personal_data_prompt,
  document: ai.summarization_prompt,
  classification: kb.team_classification_prompt,
  integration: kb.team_integration_prompt,
  topic: kb.team_summarization_prompt,
};

/** What each step puts into its user message. */
const sectionsOf: Readonly<Record<keyof typeof prompts, readonly (typeof sectionNames)[number][]>> = {
  gate: ['conversation', 'question', 'others'],
  recall: ['conversation', 'question', 'earlier'],
  selection: ['conversation', 'question', 'index'],
  answer: ['conversation', 'question', 'source'],
  verification: ['question', 'draft', 'source'],
  translation: ['passage', 'conversation'],
  personalData: ['passage'],
  document: ['document'],
  classification: ['index', 'pair'],
  integration: ['topic', 'pair'],
  topic: ['topic'],
};

describe.each(Object.keys(prompts) as (keyof typeof prompts)[])('the default prompt for %s', (name) => {
  it('names the sections that it is about and no others', () => {
    const named = sectionNames.filter((section) => prompts[name].includes(`\`${section}\``));
    expect(named.toSorted()).toEqual(sectionsOf[name].toSorted());
  });

  it('fits the budget for system messages, rules included, at four characters a token', () => {
    const system = composeSystem({ task: prompts[name], about: '' });
    expect(system.length / 4).toBeLessThanOrEqual(ai.token_budgets.system);
  });
});

describe('the default prompts', () => {
  it('put the team first where sources contradict each other', () => {
    for (const prompt of [prompts.selection, prompts.answer, prompts.verification])
      expect(prompt).toContain('`team:`');
  });

  it('let the model say that nothing covers the question', () => {
    expect(prompts.answer).toContain('`answer` is null');
    expect(prompts.selection).toContain('an empty list');
  });
});
