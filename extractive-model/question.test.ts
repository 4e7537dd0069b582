import { describe, expect, test } from 'vitest';
import type { PromptSection } from '../domain/models/prompt-sections.ts';
import { section } from '../test/support/values/extractive-inputs.ts';
import { answerGate, withoutContext } from './question.ts';

describe('gate', () => {
  const judge = (question: string, more: readonly PromptSection[] = []) =>
    answerGate([section('question', question), ...more]);

  test.each([
    'How do I rotate logs?',
    'the server crashes on startup',
    'any idea why uploads are slow',
    'logs?',
  ])('takes %j for a question that can be looked up', (text) => {
    expect(judge(text)).toMatchObject({ is_question: true, is_answerable: true });
  });

  test('takes a statement of a problem for a question: the heuristic gate has dropped the chatter', () => {
    expect(judge('uploads to the proxy are slow')).toMatchObject({ is_question: true, is_answerable: true });
  });

  test.each(['how are you?', 'can anyone help me?', 'why?'])('finds nothing to look up in %j', (text) => {
    expect(judge(text)).toMatchObject({ is_question: true, is_answerable: false });
  });

  test('takes a word or two for going on about the same', () => {
    expect(judge('and on windows?').subject_changed).toBe(false);
    expect(judge('how do I rotate logs?').subject_changed).toBe(true);
  });

  test('leaves a question to another member alone', () => {
    const others = [section('others', 'Others: I just bought a new graphics card')];
    expect(judge('which card did you buy?', others).is_answerable).toBe(false);
    expect(judge('do you like being a gamer in general?', others).is_answerable).toBe(false);
    expect(judge('do you know which port it takes?', others).is_answerable).toBe(true);
    expect(judge('does your api support webhooks?', others).is_answerable).toBe(true);
    expect(judge('which card did you buy?').is_answerable).toBe(true);
    // In a busy channel, too.
    expect(judge('how are you supposed to set the port?', others).is_answerable).toBe(true);
  });

  test.each([
    ['@ivo you should use the stream api for uploads', false],
    ['@ivo try deleting the cache folder of the proxy', false],
    ['You could raise the body limit, @ivo', false],
    ['@ivo how do I raise the body limit?', true],
    ['@ivo my uploads to the proxy are slow', true],
    ['@steward the body limit stays at 1 MB', true],
    ['thanks @ivo, the body limit still refuses uploads', true],
    ['@moderators the payment page is down', true],
    ['@fastify/cors refuses the header', true],
  ])('takes %j, which mentions somebody, for a question to Steward: %s', (text, isAnswerable) => {
    expect(judge(text).is_answerable).toBe(isAnswerable);
  });
});

test.each([
  'What is please-cli?',
  'pls.exe does not start',
  'How does `please build` work?',
  'Where is config.thanks',
  'Hello, world in Go?',
  'When was the [old API removed]?',
])('names are no courtesies: %j', (question) => {
  expect(withoutContext(question)).toBe(question);
});
