import { expect, it } from 'vitest';
import { generation } from '../../../../test/support/values/decisions.ts';
import { play, reasonOf, yes, type AskedDecision } from '../../../../test/support/steps/play-graph.ts';

const rejected = { is_good_enough: false, issues: ['The port is wrong.'], suggested_fix: 'Say 8080.' };
const onceRejected = ({ before }: AskedDecision) => (before === 0 ? rejected : yes.LLMVerificationResult);

it('posts nothing that verification rejects', async () => {
  expect(await reasonOf({ LLMVerificationResult: rejected })).toBe('verification_rejected');
});

it('has a draft repaired once where the config allows it, and looks at it again', async () => {
  const { result, asked, entered } = play(
    {
      ...yes,
      LLMGenerationResult: ({ before }) => generation({ answer: before === 0 ? 'Port 1.' : 'Port 8080.' }),
      LLMVerificationResult: onceRejected,
    },
    { ai: { repair_rejected: true } },
  );
  expect((await result).reply_text).toBe('Port 8080.');
  const steps = entered.filter((node) => ['generate', 'verify'].includes(node));
  expect(steps).toEqual(['generate', 'verify', 'generate', 'verify']);
  const repair = asked.findLast(({ decision }) => decision === 'LLMGenerationResult');
  expect(repair?.text('draft')).toBe('Port 1.');
  expect(repair?.text('objections')).toBe('The port is wrong.\nSay 8080.');
});

it('is silent when the repaired draft is rejected too, or cannot be repaired', async () => {
  const ai = { repair_rejected: true };
  expect(await reasonOf({ LLMVerificationResult: rejected }, { ai })).toBe('verification_rejected');
  const cannot = ({ before }: AskedDecision) => generation(before === 0 ? {} : { answer: null });
  const script = { LLMVerificationResult: rejected, LLMGenerationResult: cannot };
  expect(await reasonOf(script, { ai })).toBe('verification_rejected');
});
