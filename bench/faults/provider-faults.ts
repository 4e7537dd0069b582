import pLimit from 'p-limit';
import { configSchema } from '../../config/schema.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { answerTo, openBenchSteward } from '../support/bench-steward.ts';
import { providerCases, type FaultResult, type ProviderCase } from './provider-cases.ts';

const timeoutSeconds = 2;
export const quickRetries = { firstRetry: 100, longestRetry: 300 };

/**
 * Asks one question for each case, through the real pipeline and HTTP, and checks what the member reads, the operator's
 * sentence, every call in the row, and what is booked for the last one.
 */
export async function askWith(cases: readonly ProviderCase[]): Promise<readonly FaultResult[]> {
  const made = new Map<ProviderCase, number>();
  const playFor = (user: string) => {
    const found = cases.find((_, at) => user.includes(`Case ${at}:`));
    if (!found) return null;
    const before = made.get(found) ?? 0;
    made.set(found, before + 1);
    return found.plays[before] ?? found.plays.at(-1) ?? null;
  };
  await using bench = await openBenchSteward({
    script: (call) => (call.decision === 'LLMGateDecision' ? playFor(call.user) : null) ?? agreeable(call),
    llm: { max_retries: 0, timeout_seconds: timeoutSeconds },
    ai: { graph: 'minimal' },
    roles: ['reply', 'library'],
  });
  await bench.indexDocuments();
  const sentence = configSchema.parse({}).texts.en.cannot_look_up;
  const four = pLimit(4);
  return await Promise.all(
    cases.map((one, at) =>
      four(async () => {
        const record = await answerTo(bench.steward, {
          requestId: `${at}`,
          question: `Case ${at}: which port is it?`,
          timings: quickRetries,
        });
        const said = await sentenceFor(one);
        return { name: one.name, wrong: whatIsWrong(one, { record, said, sentence }) };
      }),
    ),
  );
}

export const providerFaults = (): Promise<readonly FaultResult[]> => askWith(providerCases);

/** The sentence that an operator reads; null if the case ends with an answer. */
async function sentenceFor({ plays, ends }: ProviderCase): Promise<string | null> {
  if (ends.at(-1) === null) return null;
  const provider = await startScriptedProvider();
  try {
    provider.play(...plays);
    const { message } = await failureOf(modelAt(provider.baseUrl, { timeoutSeconds }).decide(gateRequest));
    return message;
  } finally {
    provider.close();
  }
}

function whatIsWrong(
  { ends, booked }: ProviderCase,
  {
    record,
    said,
    sentence,
  }: { readonly record: ReplyRecord; readonly said: string | null; readonly sentence: string },
): readonly string[] {
  const calls = record.modelCalls.filter(({ decision }) => decision === 'LLMGateDecision');
  const last = calls.at(-1);
  const cause = ends.at(-1) ?? null;
  const used = last?.inputTokens ?? -1;
  const isBooked = { nothing: used === 0, estimate: used > 200, reported: used > 0 && used <= 200 }[booked];
  const checks = {
    member: cause === null || (record.answer === null && record.post?.parts.join() === sentence),
    operator: cause === null || /^[A-Z][^`<]*\.$/u.test(said ?? ''),
    row: cause === null || record.reason === cause,
    calls: JSON.stringify(calls.map(({ error = null }) => error)) === JSON.stringify(ends),
    budget: isBooked,
  };
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}
