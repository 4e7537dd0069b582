import { countOf } from '../../domain/values/text.ts';
import { formatUsd, noUsage } from '../../domain/operations/model-usage.ts';
import type { RegenerationProgress } from '../contract/team.ts';

export const noProgress: RegenerationProgress = {
  step: 'begin',
  done: 0,
  total: 0,
  topics: 0,
  ...noUsage,
  removalsWithheld: 0,
  paused: false,
};

/** One line for the Temporal UI and for the terminal, which passes its own pace. */
export function describeProgress(progress: RegenerationProgress, pace: string | null = null): string {
  const { step, done, total, topics, modelCalls, inputTokens, outputTokens, costUsd, paused } = progress;
  const parts = [
    step === 'entries' ? `entries: ${pace ?? `${done} of ${total} done`}` : step,
    countOf(topics, 'topic'),
    countOf(modelCalls, 'model call'),
    countOf(inputTokens + outputTokens, 'token'),
    formatUsd(costUsd),
    ...(progress.removalsWithheld > 0 ? [`${countOf(progress.removalsWithheld, 'removal')} withheld`] : []),
  ];
  return paused ? `Paused: ${parts.join(', ')}. Go on: send the signal \`resume\`` : parts.join(', ');
}
