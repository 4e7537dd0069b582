import { expect, it } from 'vitest';
import { runChatter } from '../../bench/answers/chatter-run.ts';

const minutes = 60_000;

it(
  'an hour of chatter with questions in it: hardly anything that is posted answers chatter',
  { timeout: 20 * minutes },
  async () => {
    // A burst every three seconds makes an hour.
    const run = await runChatter({ burstCount: 1_200, questionCount: 100, pauseMilliseconds: 100 });
    const { answeredChatter, answeredQuestions } = run;
    console.log(
      `answered: ${answeredQuestions} of ${run.questions} questions, ${answeredChatter.length} of ${run.bursts} bursts`,
    );
    console.log(answeredChatter.map((text) => `answered: ${JSON.stringify(text)}`).join('\n'));
    expect(answeredQuestions).toBeGreaterThan(run.questions / 4);
    expect(answeredChatter.length / (answeredChatter.length + answeredQuestions)).toBeLessThanOrEqual(0.05);
  },
);
