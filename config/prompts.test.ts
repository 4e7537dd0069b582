import { describe, expect, it } from 'vitest';
import { composeSystem } from '../domain/models/compose-prompt.ts';
import { sectionNames } from '../domain/models/prompt-sections.ts';
import { gateRules, generationRules } from '../domain/reply/reply-rules.ts';
import { countTokens } from '../domain/values/tokens.ts';
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
  selection: ['conversation', 'question', 'rewritten', 'index'],
  answer: ['conversation', 'question', 'rewritten', 'today', 'source'],
  verification: ['conversation', 'question', 'rewritten', 'today', 'draft', 'source'],
  translation: ['passage', 'conversation'],
  personalData: ['passage'],
  document: ['document'],
  classification: ['index', 'pair', 'unreplied'],
  integration: ['topic', 'pair'],
  topic: ['topic'],
};

describe.each(Object.keys(prompts) as (keyof typeof prompts)[])('the default prompt for %s', (name) => {
  it('names the sections that it is about and no others', () => {
    const named = sectionNames.filter((section) => prompts[name].includes(`\`${section}\``));
    expect(named.toSorted()).toEqual(sectionsOf[name].toSorted());
  });

  it('is one idea a line, with examples', () => {
    const lines = prompts[name].split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(200);
    expect(prompts[name]).toMatch(/"[^"]{4,}"/u);
  });
});

describe('the default prompts', () => {
  it('take less than 4,600 tokens with their rules, all four steps together', () => {
    const steps = [prompts.gate, prompts.selection, prompts.answer, prompts.verification];
    const rules = [gateRules, [], generationRules({ mayLookUp: true, asksAgain: false }), []];
    const systems = steps.map((task, at) => composeSystem({ task, about: '', rules: rules[at] ?? [] }));
    const tokens = systems.reduce((sum, system) => sum + countTokens(system), 0);
    expect(tokens + ai.max_index_tokens + 2 * ai.token_budgets.sources).toBeLessThanOrEqual(18_600);
  });

  it('put the team first where sources contradict each other', () => {
    for (const prompt of [prompts.selection, prompts.answer, prompts.verification])
      expect(prompt).toContain('`team:`');
  });

  it('let the model say that nothing covers the question', () => {
    expect(prompts.answer).toContain('null if the sources do not contain it');
    expect(prompts.selection).toContain('an empty list');
  });
});
