/**
 * Steward's metrics for Prometheus. Labels have few values, all of them Steward's own: outcomes, reasons, names of steps
 * and of configured models, never a person's word or id.
 */
interface MetricFamily {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** One sentence, for /metrics and docs/metrics.md. */
  readonly help: string;
  /** The upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

/**
 * Upper bounds in seconds for all that takes a part of a reply: without a model it takes 5 to 50 ms (`npm run bench -- reply`), a model's
 * call .5 to 30 s; the alert about slow calls looks at 20 s, between the last two.
 */
const stepSeconds = [0.01, 0.05, 0.5, 2, 5, 10, 30];

export const metricFamilies = {
  steward_questions_total: {
    kind: 'counter',
    labels: ['outcome', 'reason'],
    help: 'Finished questions: answered, unanswered, skipped, failed, held for a preview, or cancelled, and why.',
  },
  steward_reply_duration_seconds: {
    kind: 'histogram',
    labels: ['outcome'],
    help: 'From the end of the quiet window to the end of the reply, including its post, without the waits that the config demands.',
    buckets: [1, 2, 5, 10, 20, 30, 60, 300],
  },
  steward_windows_total: {
    kind: 'counter',
    labels: ['outcome'],
    help: 'Quiet windows that ended: where they led (reply, capture), or why they were dropped (chatter is the gate).',
  },
  steward_injections_total: {
    kind: 'counter',
    labels: ['type'],
    help: 'Questions in which moderation found an attempt to take Steward over, by its type.',
  },
  steward_captures_total: {
    kind: 'counter',
    labels: ['outcome'],
    help: 'Finished captures: integrated, skipped, no_pair, failed and so on.',
  },
  steward_model_calls_total: {
    kind: 'counter',
    labels: ['operation', 'model', 'result'],
    help: "Calls of models that ended: ok, or the error; model_cancelled is Steward's own doing.",
  },
  steward_model_tokens_total: {
    kind: 'counter',
    labels: ['operation', 'model', 'direction'],
    help: 'Tokens of those calls, input and output, estimated if the provider does not report them.',
  },
  steward_model_cost_usd: {
    kind: 'histogram',
    labels: ['operation', 'model'],
    help: 'US dollars of each call that has a price, estimated like its tokens; the sum is what counts towards the budget.',
    buckets: [0.001, 0.01, 0.1],
  },
  steward_model_call_duration_seconds: {
    kind: 'histogram',
    labels: ['decision'],
    help: 'Duration of model calls, by decision.',
    buckets: stepSeconds,
  },
  ai_requests_total: {
    kind: 'counter',
    labels: ['result'],
    help: 'Finished questions: answered, skipped or error.',
  },
  ai_gate_total: { kind: 'counter', labels: ['answerable'], help: "The model's gate: true or false." },
  ai_verification_total: { kind: 'counter', labels: ['good_enough'], help: 'Verification: true or false.' },
  ai_selected_sources_histogram: {
    kind: 'histogram',
    labels: [],
    help: 'Sources that a question selected.',
    buckets: [0, 1, 2, 4, 8],
  },
  steward_ready: {
    kind: 'gauge',
    labels: ['part'],
    help: 'Whether each part that this process needs works, 1 or 0: temporal, store and, in the bot, discord (the gateway).',
  },
  steward_intake_lag_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Bot: how long the oldest event of Discord has waited to be handled, also while catching up.',
  },
  steward_stuck_runs: {
    kind: 'gauge',
    labels: [],
    help: 'Library: runs that this version of the workflows cannot continue.',
  },
  steward_failed_captures: {
    kind: 'gauge',
    labels: [],
    help: 'Library: captures that wait for an operator.',
  },
  steward_last_refresh_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Library: when the last successful refresh ended; `time() -` this is its age.',
  },
  steward_budget_left_ratio: {
    kind: 'gauge',
    labels: ['limit'],
    help: "Library: the part of each of today's limits that is left, from 0 to 1: usd, tokens, calls.",
  },
  steward_task_queue_workers: {
    kind: 'gauge',
    labels: ['queue'],
    help: 'Library: workers that poll each task queue.',
  },
  steward_task_queue_backlog: { kind: 'gauge', labels: ['queue'], help: 'Library: waiting tasks.' },
  steward_task_queue_backlog_age_seconds: {
    kind: 'gauge',
    labels: ['queue'],
    help: 'Library: how long the oldest of these tasks has waited.',
  },
} as const satisfies Readonly<Record<string, MetricFamily>>;

export type MetricName = keyof typeof metricFamilies;

export type MetricLabels<Name extends MetricName> = Readonly<
  Record<(typeof metricFamilies)[Name]['labels'][number], string>
>;

export interface Metrics {
  /** Adds to a counter, sets a gauge, or observes a value of a histogram. */
  record<Name extends MetricName>(name: Name, labels: MetricLabels<Name>, value: number): void;
}

/** For processes that nobody scrapes. */
export const noMetrics: Metrics = { record: () => {} };
