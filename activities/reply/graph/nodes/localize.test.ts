import { expect, it } from 'vitest';
import { generation } from '../../../../test/support/values/decisions.ts';
import { buildReplyGraph } from '../build-graph.ts';
import { replyGraphs } from '../../../../domain/reply/reply-graph.ts';
import { play, yes, type AskedDecision } from '../../../../test/support/steps/play-graph.ts';

const question = 'Wie kann ich den Port des Servers so einstellen, dass er nach dem Neustart noch gilt?';
const german = 'Der Port wird in der Konfiguration des Servers eingestellt und gilt nach dem Neustart.';
const english = 'Set the port of the server in its configuration, and it holds after the restart.';

const asking = (answer: string, graphName: 'standard' | 'strict' = 'standard') => {
  const script = {
    ...yes,
    PersonalDataResult: { excerpts: [] },
    LLMGenerationResult: generation({ answer }),
    LLMTranslationResult: ({ text }: AskedDecision) => ({
      language: text('passage') === question ? 'deu' : 'eng',
      translation: text('passage') === question ? 'How do I set the port?' : german,
    }),
  };
  return play(script, { question, graphName, graph: buildReplyGraph(replyGraphs[graphName]) });
};
const namesOf = (asked: readonly AskedDecision[]) =>
  asked.map(({ decision }) => decision).filter((name) => name === 'LLMTranslationResult');

it.each(['Port 8080.', german])(
  'an answer in the language that the model was told needs no translation: %s',
  async (answer) => {
    const { result, asked } = asking(answer);
    expect((await result).reply_text).toBe(answer);
    expect(namesOf(asked)).toHaveLength(1);
    const written = asked.find(({ decision }) => decision === 'LLMGenerationResult');
    expect([written?.text('question'), written?.text('rewritten')]).toEqual([
      question,
      'How do I set the port?',
    ]);
    expect(written?.system).toContain('`answer` is in German (deu)');
  },
);

it('an answer in another language is translated once, and a strict graph translates every one', async () => {
  const other = asking(english);
  expect((await other.result).reply_text).toBe(german);
  expect(namesOf(other.asked)).toHaveLength(2);
  const strict = asking('Port 8080.', 'strict');
  expect((await strict.result).reply_text).toBe(german);
  expect(strict.asked.find(({ decision }) => decision === 'LLMGenerationResult')?.text('question')).toBe(
    'How do I set the port?',
  );
});
