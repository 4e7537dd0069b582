import { setTimeout as sleep } from 'node:timers/promises';
import { chargedTo } from '../../activities/models/charged-model.ts';
import { configSchema } from '../../config/schema.ts';
import { idsInIndex } from '../../domain/documents/index-file.ts';
import { wordsIn } from '../../domain/values/text.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedProvider, type ScriptedCall } from '../../test/support/provider/scripted-provider.ts';
import { play } from '../../test/support/steps/play-graph.ts';
import { report, round, sumOf, type BenchOptions } from '../bench-results.ts';
import { untunedTexts, type UntunedText } from '../corpora/corpora.ts';
import { markdownPages } from '../corpora/markdown-pages.ts';
import { openSearchKnowledge } from '../search/search-knowledge.ts';
import { readJson } from '../support/read-data.ts';

/**
 * A question in a member's words, with the passages that answer it together. What gate and selection say was written by somebody
 * who saw the question and the index alone.
 */
interface EvidenceQuestion {
  readonly question: string;
  readonly search: string;
  readonly look_for: string;
  readonly selected: readonly string[];
  readonly passages: readonly { readonly page: string; readonly text: string }[];
}

/** What the model was shown for one question. */
interface Measured {
  readonly completeFirst: boolean;
  readonly completeAfterTools: boolean;
  /** Passages in the answer, and those of them that verification saw. */
  readonly said: number;
  readonly verified: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

/** How long a call takes while calls in a row are counted: longer than a search on a busy machine. */
const callMilliseconds = 300;
const slowly = 3;

/**
 * Whether what answers a question reaches the model, and what that costs: the production graph with a scripted model. It
 * measures the way of the evidence and says nothing about a model's judgement.
 */
export async function run({ show, ...options }: BenchOptions): Promise<void> {
  const by_documentation: Record<string, Figures> = {};
  const all: Measured[] = [];
  const depths: Depths[] = [];
  for (const name of untunedTexts) {
    const { measured, depth } = await measure(name, show);
    by_documentation[name] = figuresOf(measured);
    all.push(...measured);
    depths.push(depth);
  }
  const mean = (of: keyof Depths) => round(sumOf(depths.map((one) => one[of])) / depths.length, 1);
  const sequential_calls = {
    first: mean('first'),
    follow_up: mean('follow_up'),
    foreign: mean('foreign'),
    uncovered: mean('uncovered'),
  };
  report('evidence', { ...figuresOf(all), sequential_calls, by_documentation }, options);
}

interface Figures {
  readonly questions: number;
  readonly complete_first: number;
  readonly complete_after_tools: number;
  readonly verify_sees: number;
  readonly cacheable: number;
  readonly prompt_tokens: number;
  readonly priced_tokens: number;
}

function figuresOf(measured: readonly Measured[]): Figures {
  const sum = (of: (one: Measured) => number) => sumOf(measured.map(of));
  const share = (of: (one: Measured) => boolean) => round(sum((one) => Number(of(one))) / measured.length, 3);
  const [prompt, cached] = [sum((one) => one.promptTokens), sum((one) => one.cachedTokens)];
  return {
    questions: measured.length,
    complete_first: share((one) => one.completeFirst),
    complete_after_tools: share((one) => one.completeAfterTools),
    verify_sees: round(sum((one) => one.verified) / sum((one) => one.said), 3),
    cacheable: round(cached / prompt, 2),
    prompt_tokens: Math.round(prompt / measured.length),
    // Providers take a tenth for what they have in their caches.
    priced_tokens: Math.round((prompt - 0.9 * cached) / measured.length),
  };
}

interface Depths {
  readonly first: number;
  readonly follow_up: number;
  readonly foreign: number;
  readonly uncovered: number;
}

async function measure(name: UntunedText, show: boolean) {
  const questions = readJson(`bench/data/evidence/${name}.json`) as readonly EvidenceQuestion[];
  await using ending = new AsyncDisposableStack();
  const knowledge = ending.use(await openSearchKnowledge());
  let current: EvidenceQuestion | null = questions[0] ?? null;
  let calls: TimedCall[] = [];
  let milliseconds = 0;
  const provider = await startScriptedProvider({
    keepsCalls: false,
    countPrompt: countTokens,
    script: async (call) => {
      // A call that its question no longer waits for is not the next one's.
      const [own, one] = [calls, current];
      const at = performance.now();
      await sleep(milliseconds);
      const before = own.filter(({ decision }) => decision === call.decision).length;
      own.push({ ...call, at, until: performance.now() });
      return answerOf(call, one, before);
    },
  });
  ending.defer(provider.close);
  await knowledge.publish(await markdownPages(name));
  // As beside a provider that caches prompts.
  const config = configSchema.parse({ ai_response: { whole_index_tokens: 20_000 } });
  const ask: Ask = async (one, { question: text, conversation = '' }) => {
    current = one;
    calls = [];
    const question = { id: text, maxCalls: 99, booked: 0, calls: [], unsaved: null };
    const account = { operation: 'reply', question } as const;
    const model = chargedTo(modelAt(provider.baseUrl), account);
    const { sources } = knowledge.storage;
    const asked = { question: text, written: text, conversation };
    await play({}, { ...asked, config, model, sources, countTokens }).result;
    return calls;
  };
  const measured = await shownFor(questions, ask);
  for (const { question, completeAfterTools } of measured)
    if (show && !completeAfterTools) process.stdout.write(`${name}: ${question}\n`);
  milliseconds = callMilliseconds;
  const depth = await depthsOf(questions.slice(0, slowly), ask);
  return { measured, depth };
}

type Ask = (
  one: EvidenceQuestion | null,
  asked: { readonly question: string; readonly conversation?: string },
) => Promise<readonly TimedCall[]>;

async function shownFor(questions: readonly EvidenceQuestion[], ask: Ask) {
  const earlier = new Map<string, string>();
  const measured: (Measured & Pick<EvidenceQuestion, 'question'>)[] = [];
  for (const one of questions)
    measured.push({ question: one.question, ...measuredOf(one, await ask(one, one), earlier) });
  return measured;
}

async function depthsOf(questions: readonly EvidenceQuestion[], ask: Ask): Promise<Depths> {
  const deepest = async (asked: (one: EvidenceQuestion) => ReturnType<Ask>) => {
    let depth = 0;
    for (const one of questions) depth = Math.max(depth, oneAfterTheOther(await asked(one)));
    return depth;
  };
  const conversation = 'User: hello\nYou: Hi.';
  return {
    first: await deepest((one) => ask(one, one)),
    follow_up: await deepest((one) => ask(one, { question: one.question, conversation })),
    foreign: await deepest((one) => ask(one, { question: foreignQuestion })),
    uncovered: await deepest(() => ask(null, { question: uncoveredQuestion })),
  };
}

const foreignQuestion =
  'Wie kann ich das so einstellen, dass es nach dem Neustart des Servers wieder von selbst losläuft und nicht hängen bleibt?';
const uncoveredQuestion = 'Which paint is best for the outside of a wooden garden house in the north?';

/** As a good model would answer that sees what the recorded one saw: it looks further where passages are missing. */
function answerOf(call: ScriptedCall, one: EvidenceQuestion | null, before: number) {
  const { decision, text } = call;
  if (decision === 'LLMGateDecision')
    return {
      reason: 'asks',
      is_question: true,
      is_answerable: one !== null,
      rewrite_query: text('conversation') === '' ? null : `${text('question')} (again)`,
      search: one?.search ?? '',
    };
  if (decision === 'LLMSelectionResult') {
    const ids = idsInIndex(text('index'));
    const selected = one?.selected.filter((id) => ids.has(id)) ?? [];
    return { look_for: one?.look_for ?? '', selected_source_ids: [...selected] };
  }
  if (decision === 'LLMGenerationResult' && one) {
    const seen = seenOf(one, call);
    const step = seen.length < one.passages.length ? lookingFurther(one)[before] : undefined;
    if (step) return { answer: null, citations: [], tool_calls: [step] };
    const pages = [...new Set(seen.map(({ page }) => page))];
    return {
      answer: seen.map((passage) => passage.text).join('\n\n') || null,
      citations: pages.map((page) => ({ source_id: page, qa_ids: [] })),
    };
  }
  return agreeable(call);
}

/** From the recorded words alone, never from the passages. */
const lookingFurther = ({ search, look_for: lookFor, selected }: EvidenceQuestion) => [
  { tool: 'search' as const, input: lookFor },
  { tool: 'read' as const, input: `${selected[0] ?? ''}\n${lookFor}` },
  { tool: 'search' as const, input: search },
];

/** Words alone: how a link is written in code has changed since the passages were quoted. */
const plain = (text: string): string =>
  wordsIn(text.replaceAll(/\[([^\][\n]{1,200})\]\([^()\s]{0,300}\)/gu, '$1')).join(' ');

/** The passages that stand in the sources of a prompt. */
function seenOf({ passages }: EvidenceQuestion, { sections }: ScriptedCall) {
  const sources = plain(
    sections
      .filter(({ name }) => name === 'source')
      .map(({ text }) => text)
      .join('\n'),
  );
  return passages.filter(({ text }) => sources.includes(plain(text)));
}

function measuredOf(
  one: EvidenceQuestion,
  calls: readonly TimedCall[],
  earlier: Map<string, string>,
): Measured {
  const generated = calls.filter(({ decision }) => decision === 'LLMGenerationResult');
  const [first, last] = [generated[0], generated.at(-1)];
  const said = last ? seenOf(one, last) : [];
  const verifying = calls.find(({ decision }) => decision === 'LLMVerificationResult');
  const verified = verifying ? seenOf(one, verifying) : [];
  let [promptTokens, cachedTokens] = [0, 0];
  for (const { decision, system, user } of calls) {
    const prompt = `${system}\n${user}`;
    const known = earlier.get(decision) ?? '';
    promptTokens += countTokens(prompt);
    cachedTokens += countTokens(prompt.slice(0, commonLength(prompt, known)));
    earlier.set(decision, prompt);
  }
  return {
    completeFirst: first !== undefined && seenOf(one, first).length === one.passages.length,
    completeAfterTools: said.length === one.passages.length,
    said: said.length,
    verified: verified.filter((passage) => said.includes(passage)).length,
    promptTokens,
    cachedTokens,
  };
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

type TimedCall = ScriptedCall & { readonly at: number; readonly until: number };

/** Calls that begin while another one is answered are made at once. */
function oneAfterTheOther(calls: readonly TimedCall[]): number {
  let [depth, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { at, until } of calls.toSorted((a, b) => a.at - b.at)) {
    if (at >= end) depth += 1;
    end = Math.max(end, until);
  }
  return depth;
}
