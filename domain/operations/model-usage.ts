/** The totals of several model calls. */
export interface ModelUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. Null if the cost of any call is unknown, because a part is not the total. */
  readonly costUsd: number | null;
}

export const noUsage: ModelUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

export const addUsage = (a: ModelUsage, b: ModelUsage): ModelUsage => ({
  modelCalls: a.modelCalls + b.modelCalls,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
});

type Call = Omit<ModelUsage, 'modelCalls'> & { readonly modelCalls?: number };

/** Sums up calls, or sums of calls. */
export const usageOf = (calls: readonly Call[]): ModelUsage =>
  calls.reduce<ModelUsage>((sum, call) => addUsage(sum, { modelCalls: 1, ...call }), noUsage);

/** The stored totals of a group of calls. */
export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The cost of the calls whose price is known. */
  readonly costUsd: number;
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Of tokens that the provider reads from its cache; as `input` by default. */
  readonly cached_input?: number | undefined;
  readonly output: number;
}

export interface Tokens {
  readonly inputTokens: number;
  /** The part of the input tokens that the provider read from its cache, as far as it says so. */
  readonly cachedTokens?: number;
  /** The part that Anthropic wrote into its cache, at 1.25 times the price of input as it publishes (docs.claude.com, prompt caching). */
  readonly writtenTokens?: number;
  readonly outputTokens: number;
}

/** US dollars. Null without a price: an unknown cost is not 0. */
export function costOf(
  price: Price | null,
  { inputTokens, cachedTokens = 0, writtenTokens = 0, outputTokens }: Tokens,
): number | null {
  if (price === null) return null;
  const { input, cached_input: cachedInput = input, output } = price;
  const inputCost = (inputTokens - cachedTokens + writtenTokens / 4) * input + cachedTokens * cachedInput;
  return (inputCost + outputTokens * output) / 1_000_000;
}

/** The limits of a day. Null means no limit. */
export interface DailyLimits {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly calls: number | null;
}

/** The used share of each daily limit; 1 is all of it. */
export function sharesUsed(
  used: UsageTotals,
  limits: Readonly<Record<`${keyof DailyLimits}_per_day`, number | null>>,
): readonly { readonly limit: keyof DailyLimits; readonly share: number }[] {
  const totals = { usd: used.costUsd, tokens: used.inputTokens + used.outputTokens, calls: used.calls };
  return (['usd', 'tokens', 'calls'] as const).flatMap((limit) => {
    const most = limits[`${limit}_per_day`];
    return most === null ? [] : [{ limit, share: totals[limit] / most }];
  });
}

/** Examples are `$12.35` and `$0.0042`: below a cent two significant digits are shown. Null gives `cost unknown`. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return 'cost unknown';
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}

/** Below a heading that says cost. */
export const costBelow = (usd: number | null): string => (usd === null ? 'unknown' : formatUsd(usd));

type Spent = Tokens & { readonly costUsd: number | null };

/** What `--json` shows of a usage. */
export const usageFields = ({ inputTokens, outputTokens, costUsd }: Spent): Spent => ({
  inputTokens,
  outputTokens,
  costUsd,
});
