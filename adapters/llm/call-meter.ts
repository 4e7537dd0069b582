import { randomUUID } from 'node:crypto';
import { PortError, finalError } from '../../domain/ports/errors.ts';
import type {
  BookedDecision,
  CallAccount,
  DailyLimits,
  SettledCall,
  UsageRecords,
} from '../../domain/ports/usage.ts';
import { costOf, type Price, type Tokens } from '../../domain/operations/model-usage.ts';
import { noMetrics, type Metrics } from '../../domain/operations/metrics.ts';
import type { ModelCallRecord } from '../../domain/reply/reply-record.ts';
import { secondsToNextDay, usageDay } from '../../domain/values/time.ts';
import type { Prompt } from './langchain.ts';

interface PlannedRequest extends Tokens {
  readonly decision: BookedDecision;
  readonly model: string;
  readonly account: CallAccount | undefined;
}

interface EndedCall extends Pick<SettledCall, 'milliseconds' | 'error'> {
  readonly used: Tokens | 'nothing' | 'estimate';
}

interface BookedCall {
  /** What the call came to, in US dollars; null without a price. Of a call that is never ended the estimate stands. */
  end(call: EndedCall): Promise<number | null>;
}

/**
 * Books calls before they are made. `book` throws `budget_spent` when the day has no room for one, and `question_calls_spent`
 * when their question has none left.
 */
export interface CallMeter {
  book(call: PlannedRequest): Promise<BookedCall>;
}

export interface CallMeterOptions {
  readonly records: Pick<UsageRecords, 'reserveUsage' | 'settleUsage'>;
  readonly priceOf: (model: string) => Price | null;
  readonly limits: DailyLimits;
  readonly metrics?: Metrics;
  readonly now: () => Date;
}

/** For calls that nobody answers for: a probe at the start, a measurement. */
export const unmetered: CallMeter = {
  book: async () => ({ end: async () => null }),
};

const nobody: CallAccount = { operation: 'other', guildId: null, userId: null };

export const createCallMeter = ({
  records,
  priceOf,
  limits,
  metrics = noMetrics,
  now,
}: CallMeterOptions): CallMeter => ({
  book: async ({ decision, model, account = nobody, ...estimate }) => {
    const { ended, question, ...bookedTo } = account;
    if (question && question.booked >= question.maxCalls) throw questionCallsSpent(question.maxCalls);
    const progress = question?.unsaved ?? null;
    if (question) Object.assign(question, { booked: question.booked + 1, unsaved: null });
    const price = priceOf(model);
    const time = now();
    const booking = randomUUID();
    const ofQuestion = question && { questionId: question.id, progress };
    const of = { ...bookedTo, ...estimate, ...ofQuestion, booking, decision, model };
    const planned = { ...of, day: usageDay(time), costUsd: costOf(price, estimate) };
    const settled = ended?.splice(0);
    const reserve = () => records.reserveUsage(planned, limits, settled);
    const reserved = await reserve().catch((error: unknown) => {
      if (error instanceof PortError && error.code === 'storage_outcome_unknown') return reserve();
      throw error;
    });
    if (reserved.outcome === 'spent') throw budgetSpent(reserved.limit, { account, limits, time });
    return {
      end: async ({ used, ...end }) => {
        const costUsd = typeof used === 'string' ? null : costOf(price, used);
        const came = typeof used === 'string' ? used : { ...used, costUsd };
        const call = { ...end, id: reserved.id, used: came };
        const counted =
          used === 'nothing' ? { inputTokens: 0, outputTokens: 0 } : used === 'estimate' ? estimate : used;
        const record = { decision, model, ...counted, costUsd, ...end };
        question?.calls.push(record);
        measureCall(metrics, { ...record, operation: account.operation });
        // An answer is worth more than its exact price: when the store fails here, the estimate stands.
        if (ended) ended.push(call);
        else await records.settleUsage([call]).catch(() => {});
        return costUsd;
      },
    };
  },
});

function measureCall(
  metrics: Metrics,
  {
    operation,
    decision,
    model,
    inputTokens,
    outputTokens,
    costUsd,
    milliseconds,
    error,
  }: ModelCallRecord & Pick<CallAccount, 'operation'>,
): void {
  const of = { operation, model };
  metrics.record('steward_model_calls_total', { ...of, result: error ?? 'ok' }, 1);
  metrics.record('steward_model_tokens_total', { ...of, direction: 'input' }, inputTokens);
  metrics.record('steward_model_tokens_total', { ...of, direction: 'output' }, outputTokens);
  if (costUsd !== null) metrics.record('steward_model_cost_usd', of, costUsd);
  metrics.record('steward_model_call_duration_seconds', { decision }, milliseconds / 1_000);
}

const questionCallsSpent = (maxCalls: number): PortError =>
  finalError(
    'question_calls_spent',
    `This question has used all of its calls: ai_response.max_calls_per_question (${maxCalls})`,
  );

/** Short enough that a limit which an operator raises is noticed soon; looking costs no call. */
const longestWaitSeconds = 600;

function budgetSpent(
  limit: keyof DailyLimits,
  { account, limits, time }: { account: CallAccount; limits: DailyLimits; time: Date },
): PortError {
  // A member does not wait for another day. What the team said does.
  const waits = account.operation !== 'reply' && account.operation !== 'eval';
  return new PortError({
    kind: waits ? 'transient' : 'final',
    code: 'budget_spent',
    message:
      `Another call would exceed budget.${limit}_per_day (${limits[limit]}). ` +
      'Calls resume after midnight UTC, or when you raise the limit',
    retryAfterSeconds: waits ? Math.min(longestWaitSeconds, secondsToNextDay(time)) : null,
  });
}

/** English has four to five bytes a token, code three, Chinese three: a call is booked with rather more than it takes. */
const bytesPerToken = 2.5;
/** The schema and the messages' frames. */
const framingTokens = 400;
/** OpenAI's models take up to about 1,500 for one image in full detail. */
const tokensPerImage = 1_600;
/** Steward's answers are short; where the config bounds them, the bound counts. */
const usualOutputTokens = 1_500;

/** The most that a call may come to, as far as that can be told before. */
export const estimateCall = (
  { system, user, images = [] }: Pick<Prompt, 'system' | 'user' | 'images'>,
  { maxOutputTokens }: { readonly maxOutputTokens?: number | null },
): Tokens => ({
  inputTokens:
    Math.ceil(Buffer.byteLength(system + user) / bytesPerToken) +
    framingTokens +
    images.length * tokensPerImage,
  outputTokens: maxOutputTokens ?? usualOutputTokens,
});
