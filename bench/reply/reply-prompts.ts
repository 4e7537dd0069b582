import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configSchema } from '../../config/schema.ts';
import { idsInIndex } from '../../domain/documents/index-file.ts';
import { sectionsOf } from '../../domain/documents/sections.ts';
import { lettersIn } from '../../domain/values/text.ts';
import { countTokens } from '../../domain/values/tokens.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import { modelAt } from '../../test/support/provider/provider-model.ts';
import { startScriptedProvider, type ScriptedCall } from '../../test/support/provider/scripted-provider.ts';
import { play } from '../../test/support/steps/play-graph.ts';
import { faqCorpora, isFaqPage, linkedQuestions, type LinkedQuestion } from '../corpora/linked-questions.ts';
import { markdownPages, type MarkdownPage } from '../corpora/markdown-pages.ts';
import { sourceIdOf } from '../quality/quality-library.ts';
import { openSearchKnowledge, type SearchKnowledge } from '../search/search-knowledge.ts';
import { round } from '../bench-results.ts';

export interface PromptFigures {
  /** The mean over answered questions in the set `standard`, of all calls. */
  readonly prompt_tokens: number;
  /** Calls one after the other, by the provider's clock. */
  readonly sequential_calls: { readonly first: number; readonly follow_up: number };
  /** The share of questions whose known section is in the prompts of generation and of verification. */
  readonly evidence_kept: number;
  readonly questions: number;
}

/** The time of an answer while waiting calls are counted: longer than a search takes on a busy machine. */
const answerMilliseconds = 500;

/** The number of questions asked this slowly. Questions in an undetected language are translated first, and left out. */
const slowly = 10;

export type TimedCall = ScriptedCall & { readonly at: number; readonly until: number };

interface KnownSection {
  readonly question: string;
  readonly sourceId: string;
  /** A paragraph of the entry that answers. */
  readonly evidence: string;
}

/**
 * What a model is shown for questions whose answering section is known: entries of the FAQs of four projects, asked of
 * their documentation. The scripted model selects like a good one: the page that answers, and the best others that it
 * is shown.
 */
export async function measurePrompts(pageCount: number): Promise<PromptFigures> {
  const all = (await Promise.all(faqCorpora.map(markdownPages))).flat();
  const folder = await mkdtemp(join(tmpdir(), 'steward-prompts-'));
  const knowledge = await openSearchKnowledge(folder);
  let known: KnownSection | null = null;
  let calls: TimedCall[] = [];
  let milliseconds = 0;
  const provider = await startScriptedProvider({
    keepsCalls: false,
    countPrompt: countTokens,
    script: async (call) => {
      const at = performance.now();
      await sleep(milliseconds);
      calls.push({ ...call, at, until: performance.now() });
      return answerOf(call, known);
    },
  });
  try {
    const faqs = all.filter(({ path }) => isFaqPage(path));
    const others = all.filter(({ path }) => !isFaqPage(path));
    const step = Math.max(1, Math.floor(others.length / Math.max(1, pageCount - faqs.length)));
    const pages = [...faqs, ...others.filter((_, at) => at % step === 0)].slice(0, pageCount);
    await knowledge.publish(pages);
    const questions = (await Promise.all(faqCorpora.map(linkedQuestions))).flat();
    const sections = await knownSections(knowledge, questions, pages);
    const ask = async (one: KnownSection, conversation: string) => {
      known = one;
      calls = [];
      const config = configSchema.parse({});
      const question = { question: one.question, written: one.question };
      const model = modelAt(provider.baseUrl);
      const { sources } = knowledge.storage;
      await play({}, { ...question, config, model, sources, countTokens, conversation }).result;
      return calls;
    };
    const tokens: number[] = [];
    const inEnglish: KnownSection[] = [];
    let kept = 0;
    for (const one of sections) {
      const first = await ask(one, '');
      tokens.push(first.reduce((sum, { system, user }) => sum + countTokens(`${system}\n${user}`), 0));
      if (first.every(({ decision }) => decision !== 'LLMTranslationResult')) inEnglish.push(one);
      const holds = (decision: ScriptedCall['decision']) =>
        first.some((call) => call.decision === decision && sourceText(call).includes(one.evidence));
      if (holds('LLMGenerationResult') && holds('LLMVerificationResult')) kept += 1;
    }
    milliseconds = answerMilliseconds;
    const depth = { first: 0, follow_up: 0 };
    for (const one of inEnglish.slice(0, slowly)) {
      depth.first = Math.max(depth.first, oneAfterTheOther(await ask(one, '')));
      const followUp = await ask(one, 'User: hello\nYou: Hi.');
      depth.follow_up = Math.max(depth.follow_up, oneAfterTheOther(followUp));
    }
    return {
      prompt_tokens: Math.round(tokens.reduce((sum, count) => sum + count, 0) / tokens.length),
      sequential_calls: depth,
      evidence_kept: round(kept / sections.length, 3),
      questions: sections.length,
    };
  } finally {
    provider.close();
    await knowledge.storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function answerOf(call: ScriptedCall, known: KnownSection | null) {
  const { decision, text } = call;
  const { sourceId = '', evidence = '' } = known ?? {};
  if (decision === 'LLMGateDecision') {
    // A follow-up is rewritten.
    const rewrite_query = text('conversation') === '' ? null : `${text('question')} (again)`;
    return { is_question: true, is_answerable: true, rewrite_query, reason: 'asks' };
  }
  if (decision === 'LLMSelectionResult') {
    const ids = [...idsInIndex(text('index'))];
    const others = ids.filter((id) => id !== sourceId).slice(0, 4);
    return { look_for: '', selected_source_ids: ids.includes(sourceId) ? [sourceId, ...others] : others };
  }
  if (decision === 'LLMGenerationResult') {
    return { answer: halfOf(evidence), citations: [{ source_id: sourceId, qa_ids: [] }] };
  }
  return agreeable(call);
}

/** A draft in other words: only every other word is the section's. */
const halfOf = (evidence: string): string =>
  evidence
    .split(/\s+/u)
    .map((word, at) => (at % 2 === 0 ? word : 'thing'))
    .join(' ');

const sourceText = ({ sections }: ScriptedCall): string =>
  sections
    .filter(({ name }) => name === 'source')
    .map(({ text }) => text)
    .join('\n');

/** Calls that begin while another one is answered are made at once. */
export function oneAfterTheOther(calls: readonly TimedCall[]): number {
  let [depth, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { at, until } of calls.toSorted((a, b) => a.at - b.at)) {
    if (at >= end) depth += 1;
    end = Math.max(end, until);
  }
  return depth;
}

/** Entries whose heading is the question, with a paragraph of at least sixty characters below it. */
async function knownSections(
  { storage }: SearchKnowledge,
  questions: readonly LinkedQuestion[],
  pages: readonly MarkdownPage[],
): Promise<readonly KnownSection[]> {
  const there = new Set(pages.map(({ path }) => path));
  const found = questions
    .filter(({ page }) => there.has(page))
    .map(async ({ question, page }): Promise<readonly KnownSection[]> => {
      const sourceId = sourceIdOf(page);
      const { text } = await storage.sources.load(sourceId, 1);
      const own = sectionsOf(text).find(({ headings, text: body }) =>
        [headings.at(-1) ?? '', body.split('\n\n')[0] ?? ''].some((line) => same(line, question)),
      );
      const evidence = own?.text.split('\n').find((line) => line.length >= 60 && !same(line, question));
      return evidence === undefined ? [] : [{ question, sourceId, evidence }];
    });
  return (await Promise.all(found)).flat();
}

const same = (line: string, question: string): boolean => lettersIn(line) === lettersIn(question);
