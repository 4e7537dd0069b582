import { replyStepOf, type Decision, type DecisionName } from '../../../domain/models/decisions.ts';
import { projectProfileText, type ProfiledStep } from '../../../domain/models/project-profile.ts';
import { formatSections, type PromptSection } from '../../../domain/models/prompt-sections.ts';
import { findSubject } from '../../../domain/reply/subjects.ts';
import { collapseWhitespace } from '../../../domain/values/text.ts';
import { noImages } from '../conversation/reply-images.ts';
import { repeatsInstructions, systemMessage, type StepPrompt } from '../../models/system-message.ts';
import type { RunContext } from './run-context.ts';
import { evidenceDecision } from './trace.ts';
import type { ReplyStateValue } from './state.ts';
import type { LanguageCode } from '../../../domain/language/language-codes.ts';

export type Asked<Name extends DecisionName> = Pick<StepPrompt, 'sections' | 'limits' | 'into'> & {
  readonly decision: Name;
  /** The step whose part of the profile the prompt contains; none by default. */
  readonly step?: ProfiledStep;
  readonly subject?: string | null;
  /** Whether the step is shown the conversation's images. */
  readonly seesImages?: boolean;
};

/** Makes a node's model call and records the decision. */
export async function askModel<Name extends DecisionName>(
  run: RunContext,
  request: Asked<Name>,
): Promise<Decision<Name>> {
  const { decision } = request;
  const { llm, steps } = run.config.ai_response;
  const step = decision in replyStepOf ? replyStepOf[decision as keyof typeof replyStepOf] : null;
  const stepSettings = step === null ? null : steps[step];
  const { images, sections } = request.seesImages ? run.pictures : noImages;
  const prompt = { ...request, sections: [...request.sections, ...sections] };
  if (step === 'generate' || step === 'verify') recordEvidence(run, step, prompt.sections);
  const { value } = await run.model.decide({
    decision,
    system: systemMessage(run.config, { ...prompt, about: aboutProject(run, request) }),
    sections: prompt.sections,
    images,
    accept: (answer) => !repeatsInstructions(run.config, { ...prompt, about: '' }, answer),
    maxRetries: stepSettings?.max_retries ?? llm.max_retries,
    byLast: run.byLast ?? false,
    signal: run.signal,
  });
  run.recordDecision({ decision, value });
  return value;
}

/** What Steward keeps within if the config names no context, and of that what the usual budgets leave. */
const usualContext = 16_000;
const usuallyLeft = 2_650;
/** The schema of an answer, and what stands around a prompt. */
const tokensBeside = 300;

/** How many more tokens a prompt has room for, beside its answer. */
export function tokensLeft(run: RunContext, request: Asked<DecisionName>): number {
  const { context_tokens: context, token_budgets: budgets } = run.config.ai_response;
  const most = Object.values(budgets).reduce((sum, budget) => sum + budget, usuallyLeft);
  const system = systemMessage(run.config, { ...request, about: aboutProject(run, request) });
  const taken = run.countTokens(system) + tokensOf(run, request.sections) + budgets.answer + tokensBeside;
  return (context ?? Math.max(usualContext, most)) - taken;
}

/** What sections take in a prompt, with their frames. */
export const tokensOf = (
  { countTokens }: Pick<RunContext, 'countTokens'>,
  sections: readonly PromptSection[],
): number => countTokens(formatSections(sections, '0123456789ab'));

function recordEvidence(
  { snapshot: { passages = [] }, recordDecision }: RunContext,
  step: 'generate' | 'verify',
  sections: readonly PromptSection[],
): void {
  if (passages.length === 0) return;
  const prompt = collapseWhitespace(sections.map(({ text }) => text).join('\n'));
  const complete = passages.every((passage) => prompt.includes(collapseWhitespace(passage)));
  recordDecision({ decision: evidenceDecision, value: { step, complete } });
}

function aboutProject(
  { projectProfile, config: { ai_response: ai } }: RunContext,
  { step, subject = null }: { readonly step?: ProfiledStep; readonly subject?: string | null },
): string {
  if (!step) return '';
  const scenario = findSubject(ai.topics, subject)?.scenario ?? '';
  return projectProfileText({
    projectProfile,
    step,
    subject,
    scenario,
    maxTokens: ai.token_budgets.system,
  });
}

/** What to search for: the question as the gate rewrote it to stand alone, or as it was asked. */
export const askedQuestion = ({
  question,
  gateDecision,
}: Pick<ReplyStateValue, 'question' | 'gateDecision'>): string =>
  gateDecision?.rewrite_query?.trim() || question;

/** The question, and what models expect its answer to say. */
export const searchedText = (state: Pick<ReplyStateValue, 'question' | 'gateDecision' | 'lookFor'>): string =>
  [askedQuestion(state), state.gateDecision?.search?.slice(0, maxSearchChars), state.lookFor]
    .filter(Boolean)
    .join('\n');

/** A line of words; models may write more. */
const maxSearchChars = 400;

/** For steps in which "newer" or "now" matters. */
export const todaySection = ({ now }: Pick<RunContext, 'now'>): PromptSection => ({
  name: 'today',
  id: null,
  text: now().toISOString().slice(0, 10),
});

/** The conversation, the question, here as `asked`, and, if it differs, the question as it was translated or rewritten. */
export function questionSections(
  { conversation, ...state }: Pick<ReplyStateValue, 'conversation' | 'question' | 'gateDecision'>,
  question = state.question,
): readonly PromptSection[] {
  const rewritten = askedQuestion(state);
  return [
    { name: 'conversation', id: null, text: conversation },
    { name: 'question', id: null, text: question },
    ...(rewritten === question ? [] : [{ name: 'rewritten' as const, id: null, text: rewritten }]),
  ];
}

/** A text that is this many times longer than the original is no translation. */
const longest = 4;

/** Asks for a translation. Null if the text is in that language already, or if the model fails or repeats the text. */
export async function askTranslation(
  run: RunContext,
  text: string,
  into: LanguageCode,
  conversation: string,
): Promise<{ readonly language: string; readonly translation: string | null }> {
  const { language, translation } = await askModel(run, {
    decision: 'LLMTranslationResult',
    into,
    sections: [
      { name: 'conversation', id: null, text: conversation },
      { name: 'passage', id: null, text },
    ],
  });
  const translated = translation?.trim() ?? '';
  const isOne =
    translated !== '' && translated !== text.trim() && translated.length <= text.length * longest + 200;
  return { language, translation: isOne ? translated : null };
}
