import { describe, expect, it } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import type { DecisionName } from '../../domain/models/decisions.ts';
import type { SectionName } from '../../domain/models/prompt-sections.ts';
import { turnRules } from '../../domain/posting/source-words.ts';
import { isInstruction, systemMessage } from './system-message.ts';

const config = configSchema.parse({});
const gate = (question: string) =>
  ({
    decision: 'LLMGateDecision',
    sections: [{ name: 'question', id: null, text: question }],
    about: '',
  }) as const;
const example = 'The login page says: certificate expired';

describe('a text', () => {
  it('is an instruction where it is an example of the prompt', () => {
    expect(systemMessage(config, gate(''))).toContain(example);
    expect(isInstruction(config, gate('Which port?'), `${example}.`)).toBe(true);
  });

  it.each([
    ['the member wrote it', gate(`${example}, what now?`), example],
    ['it is too short to tell', gate('Which port?'), 'certificate expired'],
    ['it says something else', gate('Which port?'), 'Which port does the server listen on?'],
    ['it is empty', gate('Which port?'), ''],
  ])('is none where %s', (_why, prompt, text) => {
    expect(isInstruction(config, prompt, text)).toBe(false);
  });
});

describe('a description', () => {
  it('is asked for as one of a document, or of a topic where a topic is shown', () => {
    const of = (name: 'document' | 'topic') =>
      systemMessage(config, {
        decision: 'LLMTextResult',
        sections: [{ name, id: null, text: '' }],
        about: '',
      });
    expect(of('document')).toContain(config.ai_response.summarization_prompt.trim());
    expect(of('topic')).toContain(config.kb.team_summarization_prompt.trim());
    expect(of('document')).toContain('questions that the document answers');
    expect(of('topic')).toContain('an empty list');
  });
});

it('classification, integration and evaluation are told whose words a pair holds, and nobody without one', () => {
  const told = (decision: DecisionName, name: SectionName, id: string | null) => {
    const system = systemMessage(config, { decision, sections: [{ name, id, text: '' }], about: '' });
    return turnRules.every((rule) => system.includes(rule));
  };
  expect([
    told('ClassificationResult', 'pair', null),
    told('IntegrationResult', 'topic', null),
    told('LLMTextResult', 'topic', null),
    told('LLMEvaluationResult', 'source', 'team:ports.txt'),
    told('LLMEvaluationResult', 'source', 'kb:ports.md'),
  ]).toEqual([true, true, true, true, false]);
});
