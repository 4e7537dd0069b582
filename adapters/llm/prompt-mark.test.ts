import { expect, test } from 'vitest';
import { answers } from '../../test/support/provider/provider-plays.ts';
import { gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedModel } from '../../test/support/provider/scripted-model.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';

const provider = await startScriptedModel();

test('an index that comes first looks the same for all questions and in every process, with a mark that it cannot hold', async () => {
  const sentFor = async (id: string) => {
    provider.play(answers(gateDecision()));
    const question = { id, maxCalls: 9, booked: 0, calls: [], unsaved: null };
    const account = { operation: 'reply', question } as const;
    const sections = [{ name: 'index', id: null, text: 'kb:a.md' }, ...gateRequest.sections] as const;
    await modelAt(provider.baseUrl).decide({ ...gateRequest, sections, account });
    const { user = '', sections: read } = provider.calls.at(-1) ?? {};
    expect(read).toEqual(sections);
    return user.split('\n\n');
  };
  const [first, other] = [await sentFor('1'), await sentFor('2')];
  expect(first[0]).toMatch(/^<steward:index 7b476c9266d9>/u);
  expect(other[0]).toBe(first[0]);
  expect(other[1]).not.toBe(first[1]);
});

test('the calls of a question have one mark, which nobody can guess from it, and no other question has it', async () => {
  const markFor = async (id: string | null) => {
    provider.play(answers(gateDecision()));
    const question = id === null ? {} : { question: { id, maxCalls: 9, booked: 0, calls: [] } };
    const account = { operation: 'reply', ...question } as const;
    await modelAt(provider.baseUrl).decide({ ...gateRequest, account });
    return /^<steward:question (\w+)>/u.exec(String(provider.calls.at(-1)?.user))?.[1];
  };
  const [first, again, other, none, noneAgain] = [
    await markFor('1'),
    await markFor('1'),
    await markFor('2'),
    await markFor(null),
    await markFor(null),
  ];
  expect(first).toMatch(/^[0-9a-f]{12}$/u);
  expect(again).toBe(first);
  expect(new Set([first, other, none, noneAgain]).size).toBe(4);
});
