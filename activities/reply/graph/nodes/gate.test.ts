import { describe, expect, it } from 'vitest';
import { gateDecision } from '../../../../test/support/values/decisions.ts';
import { play, reasonOf, yes } from '../../../../test/support/steps/play-graph.ts';
import { earlierRow, testSources } from '../../../../test/support/steps/graph-context.ts';

const topic = { aliases: ['invoices'], scenario: 'Invoices come by post.' };
const ai = { topics: { Billing: topic } };
const about = (said: string | null) => ({ ...yes, LLMGateDecision: gateDecision({ topic: said }) });

describe('a topic', () => {
  it('is chosen from the configured ones, by any of their names', async () => {
    const { result, asked } = play(about('INVOICES'), { ai });
    expect((await result).debug.topic).toBe('Billing');
    expect(asked[0]?.text('topics')).toBe('Billing, invoices');
  });

  it('that nobody configured is none', async () => {
    expect((await play(about('weather'), { ai }).result).debug.topic).toBeNull();
  });

  it('brings its text to selection, generation and verification', async () => {
    const { result, asked } = play(about('Billing'), { ai });
    await result;
    expect(asked.map(({ system }) => system.includes('Invoices come by post.'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('a question that goes on about the last answer', () => {
  const last = earlierRow({ topic: 'Billing', sourceIds: ['kb:b.md', 'kb:gone.md'] });
  const earlier = { last, hasAskedBack: false };
  const same = { ...yes, LLMGateDecision: gateDecision({ subject_changed: false }) };

  it('keeps its topic and those of its sources that still stand in the index, behind the first that is chosen', async () => {
    const { result, asked } = play(same, { ai, earlier });
    expect((await result).debug).toMatchObject({
      topic: 'Billing',
      selectedSourceIds: ['kb:a.md', 'kb:b.md'],
    });
    expect(asked.map(({ decision }) => decision)).toEqual(Object.keys(yes));
  });

  it('keeps the cited sources alone where the last answer cited some', async () => {
    const citation = { sourceId: 'kb:b.md', title: '', url: null, qaIds: [] };
    const cited = earlierRow({ sourceIds: ['kb:gone.md', 'kb:a.md', 'kb:b.md'], citations: [citation] });
    const none = { look_for: '', selected_source_ids: [] };
    const script = { ...same, LLMSelectionResult: none };
    const { result } = play(script, { earlier: { ...earlier, last: cited } });
    expect((await result).debug.selectedSourceIds).toEqual(['kb:b.md']);
  });

  it('keeps the sections that the last answer came from', async () => {
    const filler = 'Nothing. '.repeat(120);
    const colleagues = [1, 2, 3, 4].map((n) => `## Colleague ${n}\n\nThe colleague is wrong. ${filler}`);
    const text = [...colleagues, `## Retention\n\nBackups are kept for 30 days. ${filler}`].join('\n\n');
    const load = async (...given: Parameters<typeof testSources.load>) => ({
      ...(await testSources.load(...given)),
      text,
    });
    const shownAfter = async (script: Parameters<typeof play>[0]) => {
      const answered = earlierRow({ sourceIds: ['kb:b.md'], answer: 'Backups are kept for 30 days.' });
      const { result, asked } = play(script, {
        earlier: { ...earlier, last: answered },
        sources: { ...testSources, load },
        question: 'My colleague says otherwise, is the colleague wrong?',
        ai: { token_budgets: { sources: 1_300 } },
      });
      await result;
      return asked.find(({ decision }) => decision === 'LLMGenerationResult')?.text('source');
    };
    expect(await shownAfter(same)).toContain('kept for 30 days');
    expect(await shownAfter(yes)).not.toContain('kept for 30 days');
  });

  it('does not when the subject changed', async () => {
    const { result } = play(yes, { ai, earlier });
    expect((await result).debug).toMatchObject({
      topic: null,
      selectedSourceIds: ['kb:a.md', 'kb:missing.md'],
    });
  });
});

describe('what a member answers to a question back', () => {
  const earlier = { last: earlierRow({ answerType: 'clarifying' }), hasAskedBack: true };
  const words = { LLMGateDecision: gateDecision({ is_question: false, is_answerable: false }) };

  it('goes on though it asks nothing', async () => {
    expect(await reasonOf(words, { earlier })).toBe('answered');
    expect(await reasonOf(words)).toBe('not_a_question');
    const ofBen = { ...earlier, last: earlierRow({ answerType: 'clarifying', authorId: 'ben' }) };
    expect(await reasonOf(words, { earlier: ofBen })).toBe('not_a_question');
  });

  it('does as well where the gate is off', async () => {
    expect(await reasonOf(words, { gateIsOff: true })).toBe('answered');
  });
});

describe('sources', () => {
  const choosing = async (over: Parameters<typeof play>[1]) => {
    const rewrite_query = 'How do I set the port on Windows?';
    const played = play({ ...yes, LLMGateDecision: gateDecision({ rewrite_query }) }, over);
    await played.result;
    const selection = played.asked.find(({ decision }) => decision === 'LLMSelectionResult');
    return { ...played, rewritten: selection?.text('rewritten') };
  };

  it('are chosen while the gate decides about a question without history', async () => {
    const { rewritten, asked } = await choosing({ conversation: '' });
    expect(asked.map(({ decision }) => decision)).toEqual(Object.keys(yes));
    expect(rewritten).toBe('');
  });

  it('are chosen beside the gate in a conversation too, where the whole index is shown', async () => {
    const { rewritten, asked } = await choosing({});
    expect(asked.slice(0, 2).map(({ decision }) => decision)).toContain('LLMSelectionResult');
    expect(rewritten).toBe('');
  });

  it('wait for the gate where it says what to search for, names the topic or looks at images', async () => {
    const pictures = { images: [{ contentType: 'image/png', base64: 'AAAA' }], sections: [] };
    const shortlist = async () => ({ text: await testSources.combinedIndex(1), bySearch: true });
    for (const over of [
      { sources: { ...testSources, shortlist } },
      { conversation: '', ai },
      { conversation: '', pictures },
    ]) {
      expect((await choosing(over)).rewritten).toBe('How do I set the port on Windows?');
    }
  });

  it('are not waited for when the gate says no, and a failure to choose them fails the step', async () => {
    const broken = {
      ...yes,
      LLMSelectionResult: () => {
        throw new Error('no sources today');
      },
    };
    const no = { ...broken, LLMGateDecision: gateDecision({ is_question: false }) };
    expect((await play(no, { conversation: '' }).result).debug.reason).toBe('not_a_question');
    await expect(play(broken, { conversation: '' }).result).rejects.toThrow('no sources today');
  });
});

it.each([
  ['an example of the prompt', 'the first name of the line in topics that the question belongs to'],
  ['a flood of words', 'How do I set the port? '.repeat(60)],
])('%s that the model hands back is no rewriting of the question', async (_, rewrite_query) => {
  const { result, asked } = play({ ...yes, LLMGateDecision: gateDecision({ rewrite_query }) });
  expect((await result).debug.reason).toBe('answered');
  expect(asked.at(-1)?.text('rewritten')).toBe('');
});
