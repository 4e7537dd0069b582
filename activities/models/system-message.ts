import type { Config } from '../../config/schema.ts';
import type { LanguageCode } from '../../domain/language/language-codes.ts';
import { aboutProject, composeSystem } from '../../domain/models/compose-prompt.ts';
import type { Decision, DecisionName } from '../../domain/models/decisions.ts';
import type { PromptSection, SectionName } from '../../domain/models/prompt-sections.ts';
import type { Model, ModelRequest } from '../../domain/ports/model.ts';
import type { CallAccount } from '../../domain/ports/usage.ts';
import { holdsWords, wordsIn } from '../../domain/values/text.ts';
import { turnRules } from '../../domain/posting/source-words.ts';
import { isTeamSource } from '../../domain/team/topic-slug.ts';
import { documentRules, topicRules } from '../../domain/documents/page-questions.ts';
import { chargedTo } from './charged-model.ts';
import {
  gateRules,
  generationRules,
  repairRules,
  translationRules,
  type GenerationLimits,
} from '../../domain/reply/reply-rules.ts';

export interface StepPrompt {
  readonly decision: DecisionName;
  readonly sections: readonly PromptSection[];
  /** The operator's description of the project, with its headings. May be blank. */
  readonly about: string;
  /** Only for generation. */
  readonly limits?: GenerationLimits;
  /** The target of a translation. */
  readonly into?: LanguageCode;
}

type Prompts = Pick<Config, 'ai_response' | 'kb' | 'moderation'>;

/** The system message of every call, also in the suite for prompts: the task, the project, and the step's rules. */
export const systemMessage = (config: Prompts, prompt: StepPrompt): string =>
  composeSystem({
    task: taskOf(config, prompt),
    about: prompt.about,
    rules: [...rulesOf(prompt), ...(showsPairs(prompt) ? turnRules : [])],
  });

/** Asks about an answer outside of its graph; `about` is the project's introduction. */
export const askBeside = <Name extends DecisionName>(
  { model, config }: { readonly model: Model; readonly config: Prompts },
  {
    about: introduction,
    account,
    ...request
  }: Pick<ModelRequest<Name>, 'decision' | 'sections' | 'signal'> & {
    readonly about: string;
    readonly account: CallAccount;
  },
) => {
  const { llm, steps } = config.ai_response;
  const { decision, sections } = request;
  const about = aboutProject(introduction);
  const verifySettings = decision === 'LLMVerificationResult' ? steps.verify : null;
  return chargedTo(model, account).decide({
    ...request,
    system: systemMessage(config, { decision, sections, about }),
    maxRetries: verifySettings?.max_retries ?? llm.max_retries,
  });
};

/** Fields that are posted or stored verbatim. */
const writtenFields: readonly string[] = ['answer', 'text', 'translation'];

/** This many equal words are not a coincidence. */
const fewestWords = 4;

/** Whether a text repeats the instructions (mostly an example) and no section contains it: small models do that. */
export function isInstruction(config: Prompts, prompt: StepPrompt, text: string): boolean {
  return (
    wordsIn(text).length >= fewestWords &&
    holdsWords(systemMessage(config, { ...prompt, about: '' }), text) &&
    !prompt.sections.some((section) => holdsWords(section.text, text))
  );
}

export const repeatsInstructions = (
  config: Prompts,
  prompt: StepPrompt,
  value: Decision<DecisionName>,
): boolean =>
  Object.entries(value).some(
    ([field, text]: readonly [string, unknown]) =>
      writtenFields.includes(field) && typeof text === 'string' && isInstruction(config, prompt, text),
  );

function taskOf({ ai_response: ai, kb, moderation }: Prompts, { decision, sections }: StepPrompt): string {
  const tasks: Readonly<Record<DecisionName, string>> = {
    LLMGateDecision: ai.gating_prompt,
    RecallDecision: ai.recall_prompt,
    LLMSelectionResult: ai.selection_prompt,
    LLMGenerationResult: ai.answer_prompt,
    LLMVerificationResult: ai.verification_prompt,
    LLMEvaluationResult: ai.evaluation.prompt,
    ComparisonDecision: ai.evaluation.comparison_prompt,
    PairComparison: kb.team_comparison_prompt,
    PersonalDataResult: moderation.personal_data_prompt,
    LLMTranslationResult: ai.translation_prompt,
    LLMTextResult: shows(sections, 'topic') ? kb.team_summarization_prompt : ai.summarization_prompt,
    ClassificationResult: kb.team_classification_prompt,
    IntegrationResult: kb.team_integration_prompt,
    ImageSummaryResult: kb.team_image_summary_prompt,
  };
  return tasks[decision];
}

function rulesOf({ decision, sections, limits, into }: StepPrompt): readonly string[] {
  if (decision === 'LLMGateDecision') return gateRules;
  if (decision === 'LLMTranslationResult') return into ? translationRules(into) : [];
  if (decision === 'LLMTextResult') return shows(sections, 'topic') ? topicRules : documentRules;
  if (decision !== 'LLMGenerationResult') return [];
  return [...(limits ? generationRules(limits) : []), ...(shows(sections, 'objections') ? repairRules : [])];
}

const showsPairs = ({ sections }: StepPrompt): boolean =>
  sections.some(({ name, id }) => name === 'pair' || name === 'topic' || isTeamSource(id ?? ''));

const shows = (sections: readonly PromptSection[], name: SectionName): boolean =>
  sections.some((section) => section.name === name);
