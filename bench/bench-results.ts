export interface BenchOptions {
  /** Print one last line of JSON. */
  readonly json: boolean;
  /** Measures at full size where a bench measures a part by default. */
  readonly full: boolean;
  /** Print what each result consists of, where a bench can. */
  readonly show: boolean;
  /** Repetitions, where a bench repeats itself; its own number by default. */
  readonly rounds?: number;
}

/** The output of each bench with `--json`, by example. scripts/wire-names.txt lists these keys. */
const rates = {
  answer_rate: 0,
  correct_silence_rate: 0,
  false_answer_rate: 0,
  citation_precision: 0,
};
const hits = { hit1: 0, hit5: 0, hit10: 0, hit50: 0 };
const sets = { faq: hits, linked: hits, reworded: hits };
const fusedSets = { ...sets, p95_ms: 0 };
const kinds = { answered: 0, skipped: 0, unanswerable: 0 };
const outcomes = {
  asked: 0,
  answered_once: 0,
  lost: 0,
  doubled: 0,
  half: 0,
  captures: 0,
  captures_lost: 0,
  captures_doubled: 0,
};
const evidence = {
  questions: 0,
  complete_first: 0,
  complete_after_tools: 0,
  verify_sees: 0,
  cacheable: 0,
  prompt_tokens: 0,
  priced_tokens: 0,
};
const times = { first: 0, unchanged: 0 };

const onEngine = {
  overhead_ms: { p50: 0, p95: 0, p50_ten: 0, p95_ten: 0 },
  commits: 0,
  statements: 0,
  capture_ms: 0,
  regenerate_seconds: 0,
  start_ms: 0,
  replies_per_second: { two: 0, four: 0 },
};

/** Keys that come from data. */
const each = <Value>(name: string, value: Value): Readonly<Record<string, Value>> => ({
  [`<${name}>`]: value,
});

export const benchResults = {
  answers: {
    covered: 0,
    uncovered: 0,
    answered: 0,
    right_source: 0,
    false_answers: 0,
    answered_at_5_percent: 0,
    pointers_right: 0,
    calibration_9_10: 0,
    share_9_10: 0,
    near_miss_false: 0,
    neighbours_false: 0,
    team_answered: 0,
    team_answered_or_offered: 0,
  },
  chaos: {
    rounds: 0,
    ...outcomes,
    regenerations: 0,
    undisturbed: { same: 0, regrouped: 0, different: 0, topics_same: true },
    each: [{ ...outcomes, regenerations: 0, kills: 0, seconds: 0 }],
  },
  evidence: {
    ...evidence,
    sequential_calls: { first: 0, follow_up: 0, foreign: 0, uncovered: 0 },
    by_documentation: each('documentation', evidence),
  },
  faults: { cases: 0, as_expected: 0, areas: each('area', { cases: 0, as_expected: 0 }) },
  gaps: {
    questions: 0,
    topics: 0,
    pairwise_f1: 0,
    pairwise_f1_left_out: 0,
    purity: 0,
    one_for_all: 0,
    ms_2000: 0,
  },
  gate: {
    chatter_dropped: 0,
    chatter_dropped_second: 0,
    chatter_dropped_second_without_questions: 0,
    chatter_silent: 0 as number | null,
    questions_kept: 0,
    questions_kept_bare: 0,
    help_statements: 0,
    help_statements_kept: 0,
    help_statements_kept_by_set: each('set', 0),
    help_statements_kept_left_out: each('set', 0),
  },
  hosts: {
    rounds: 0,
    ...outcomes,
    faults_by_kind: each('kind', 0),
    each: [{ ...outcomes, faults_by_kind: each('kind', 0), seconds: 0 }],
  },
  latency: { unasked: { p50: 0, p95: 0 }, direct: { p50: 0, p95: 0 } },
  mcp: { first_answer_s: 0, search_p95_ms: 0, hits_with_link: 0 },
  pages: { axe_violations: 0, page_gz_kb: 0, first_paint_ms: 0, tasks_done: 0 },
  quality: {
    ...rates,
    pages: 0,
    questions: 0,
    fixed_on: rates,
    python_and_django: rates,
    reworded: { answer_rate: 0, citation_precision: 0 },
    fastify: rates,
    undici: rates,
  },
  refresh: {
    sources: 0,
    unchanged_model_calls: 0,
    pages_read_twice: 0,
    seconds_per_1000: 0,
    first_seconds: 0,
    memory_mb: { before: 0, ...times },
    history_events: times,
    history_bytes: times,
    largest_payload_bytes: 0,
  },
  regenerate: {
    calls_per_pair: 0,
    second_run_calls: 0,
    time_ratio: 0,
    capture_history_bytes: 0,
    history_bytes: 0,
  },
  reply: {
    overhead_ms: { p50: 0, p95: 0, p50_ten: 0, p95_ten: 0 },
    cpu_ms: { worker: 0, server: 0 },
    floor_cpu_ms: { worker: 0, server: 0 },
    commits: 0,
    statements: 0,
    replies_per_second: 0,
    history_events: 0,
    history_bytes: 0,
    model_calls: each('graph', kinds),
    prompt_tokens: each('graph', kinds),
    sequential_calls: { first: 0, follow_up: 0 },
    evidence_kept: 0,
    by_pages: each('pages', {
      prompt_tokens: 0,
      sequential_calls: { first: 0, follow_up: 0 },
      evidence_kept: 0,
      questions: 0,
    }),
  },
  scale: {
    search_ms: 0,
    capture_ms: 0,
    rebuild_ms: 0,
    reply_ms: 0,
    prompt_tokens: 0,
    memory: 0,
    unchanged_refresh_ms: 0,
    disk_mb: 0,
  },
  search: {
    easy: hits,
    hard: hits,
    baseline: { easy: hits, hard: hits },
    baseline_without_grammar: { easy: hits, hard: hits },
    p95_ms: 0,
    selection_tokens: each('pages', 0),
    lexical: sets as typeof sets | null,
    embeddings: sets as typeof sets | null,
    fused: fusedSets as typeof fusedSets | null,
  },
  startup: {
    help_ms: 0,
    store_command_ms: 0,
    worker_ms: 0,
    install_mb: 0,
    production_mb: 0,
    image_mb: 0,
    rss_rest_mb: 0,
    rss_load_mb: 0,
  },
  storage: { sqlite: onEngine, postgres: onEngine },
};

type Results = typeof benchResults;

/** No other keys than those of the example, at any depth. */
type Exactly<Given, Example> = Given extends readonly unknown[]
  ? Given
  : Given extends object
    ? string extends keyof Example
      ? Given
      : {
          readonly [Key in keyof Given]: Key extends keyof Example
            ? Exactly<Given[Key], NonNullable<Example[Key]>>
            : never;
        }
    : Given;

/** The last line of a bench: one object whose one key is the bench's name. */
export function printResult<Name extends keyof Results, Given>(
  name: Name,
  result: Given & Exactly<Given, Results[Name]> & Readonly<Results[Name]>,
): void {
  process.stdout.write(`${JSON.stringify({ [name]: result })}\n`);
}

/** The value below which this share of the values lies; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Median and 95th percentile, in whole milliseconds. */
export const quantiles = (milliseconds: readonly number[]) => ({
  p50: Math.round(quantile(milliseconds, 0.5)),
  p95: Math.round(quantile(milliseconds, 0.95)),
});

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A part from 0 to 1 as text. */
export const percent = (part: number | null): string => (part === null ? '–' : `${Math.round(part * 100)} %`);
