import { randomUUID } from 'node:crypto';
import { PortError, finalError } from '../../domain/ports/errors.ts';
import type { BookedDecision, CallAccount, SettledCall, ModelRecords } from '../../domain/ports/usage.ts';
import { extractiveModelName } from '../../domain/models/decisions.ts';
import { costOf, type Price, type Tokens, type DailyLimits } from '../../domain/operations/model-usage.ts';
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
  /** Returns the call's cost in US dollars, or null without a price. A call that never ends keeps its estimate. */
  end(call: EndedCall): Promise<number | null>;
}

/**
 * Books a call before it is made. `book` throws `budget_spent` if the day's budget has no room and, if the question has
 * used all of its calls, the error of its last failed call or `question_calls_spent`.
 */
export interface CallMeter {
  book(call: PlannedRequest): Promise<BookedCall>;
}

export interface CallMeterOptions {
  readonly records: Pick<ModelRecords, 'reserveUsage' | 'settleUsage'>;
  readonly priceOf: (model: string) => Price | null;
  readonly limits: DailyLimits;
  readonly metrics?: Metrics;
  readonly now: () => Date;
}

/** For calls outside any budget: the probe at start, and measurements. */
export const unmetered: CallMeter = {
  book: async () => ({ end: async () => null }),
};

const nobody: CallAccount = { operation: 'other' };

export const createCallMeter = ({
  records,
  priceOf,
  limits,
  metrics = noMetrics,
  now,
}: CallMeterOptions): CallMeter => ({
  book: async ({ decision, model, account = nobody, ...estimate }) => {
    const { ended, question, ...bookedTo } = account;
    // The model inside Steward costs nothing, and stands in when others have used up what they may cost.
    const counts = model === extractiveModelName ? 0 : 1;
    if (question && question.booked + counts > question.maxCalls) throw questionCallsSpent(question);
    if (question) question.booked += counts;
    const price = priceOf(model);
    const time = now();
    const booking = randomUUID();
    const ofQuestion = question && { questionId: question.id };
    const of = { ...bookedTo, ...estimate, ...ofQuestion, booking, decision, model };
    const planned = { ...of, day: usageDay(time), costUsd: costOf(price, estimate) };
    const settled = ended?.splice(0);
    const reserve = () => records.reserveUsage(planned, limits, settled);
    const reserved = await reserve().catch((error: unknown) => {
      if (error instanceof PortError && error.code === 'storage_outcome_unknown') return reserve();
      // The call is not made.
      if (question) question.booked -= counts;
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
        // Metrics count what the budget counts: the estimate if the provider reports nothing.
        measureCall(metrics, { ...record, costUsd: costOf(price, counted), operation: account.operation });
        // An answer is worth more than its exact price: when the store fails here, the estimate stands.
        if (ended) ended.push(call);
        else await records.settleUsage([call]).catch(() => {});
        return costUsd;
      },
    };
  },
});

function measureCall(metrics: Metrics, call: ModelCallRecord & Pick<CallAccount, 'operation'>): void {
  const { operation, decision, model, inputTokens, cachedTokens = 0, outputTokens, costUsd } = call;
  const of = { operation, model };
  metrics.record('steward_model_calls_total', { ...of, result: call.error ?? 'ok' }, 1);
  metrics.record('steward_model_tokens_total', { ...of, direction: 'input' }, inputTokens);
  if (cachedTokens > 0)
    metrics.record('steward_model_tokens_total', { ...of, direction: 'cached_input' }, cachedTokens);
  metrics.record('steward_model_tokens_total', { ...of, direction: 'output' }, outputTokens);
  if (costUsd !== null) metrics.record('steward_model_cost_usd', of, costUsd);
  metrics.record('steward_model_call_duration_seconds', { decision }, call.milliseconds / 1_000);
}

/** If failures have used up a question's calls, the last one is the cause. Cancelled calls do not count as failures. */
function questionCallsSpent({ maxCalls, calls }: NonNullable<CallAccount['question']>): PortError {
  const cause = calls.findLast(({ error }) => error !== 'model_cancelled')?.error ?? null;
  const spent = `This question has used all of its calls: ai_response.max_calls_per_question (${maxCalls})`;
  return finalError(
    cause ?? 'question_calls_spent',
    cause === null ? spent : `${spent}. The last one failed with ${cause}`,
  );
}

/** Short, so that a raised limit is noticed soon. Each look costs no call. */
const longestWaitSeconds = 600;

function budgetSpent(
  limit: keyof DailyLimits,
  { account, limits, time }: { account: CallAccount; limits: DailyLimits; time: Date },
): PortError {
  // A member does not wait until tomorrow. A capture does.
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

/** English has four to five bytes a token, code and Chinese three, so the estimate is rather high. */
export const bytesPerToken = 2.5;
/** The schema and the messages' frames. */
const framingTokens = 400;
/** OpenAI's models take up to about 1,500 for one image in full detail. */
const tokensPerImage = 1_600;
/** Used if the config sets no bound. */
const usualOutputTokens = 1_500;

/** Estimates the most tokens that a call may use. */
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
