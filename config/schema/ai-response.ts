import { z } from 'zod';
import {
  answerPrompt,
  comparisonPrompt,
  evaluationPrompt,
  gatePrompt,
  recallPrompt,
  selectionPrompt,
  translationPrompt,
  verificationPrompt,
} from '../prompts/reply-prompts.ts';
import { documentDescriptionPrompt } from '../prompts/library-prompts.ts';
import { imageAdapters } from '../../domain/models/compose-prompt.ts';
import { replyGraphs, type GraphName } from '../../domain/reply/reply-graph.ts';
import { count, filledText, trueOrFalse, nullByDefault, prompt, seconds } from './fields.ts';
import { cachesPrompts, llm, ownLlm } from './llm.ts';
import { tokenBudget, budgetsFor, tokenBudgets, usual } from './token-budgets.ts';
import { profileName, profiles, topics } from './topics.ts';

const graphNames = Object.keys(replyGraphs) as [GraphName, ...GraphName[]];

export const graphName = () => z.enum(graphNames);

const steps = z.strictObject({
  gate: ownLlm(
    'For deciding whether a message is a question for Steward. The keys are those of ai_response.llm, which also supplies the ones ' +
      'that you leave out; another `base_url` never receives its key. null: the same model.',
  ),
  recall: ownLlm('For deciding whether an earlier answer fits the question.'),
  select: ownLlm('For choosing sources.'),
  generate: ownLlm('For writing the answer.'),
  verify: ownLlm('For verifying the answer.'),
  evaluate: ownLlm(
    'For judging answers in `npx steward eval` and rehearsals. Use another model than the one that writes them.',
  ),
  moderate: ownLlm('For finding data about people, if `moderation.personal_data_model` is on.'),
  translate: ownLlm('For translating questions and answers.'),
});

/** Cached, it costs as much as an index of 2,000. */
const cachedIndexTokens = 20_000;

const evaluation = z.strictObject({
  prompt: prompt(evaluationPrompt, 'Task: how good is an answer?'),
  comparison_prompt: prompt(
    comparisonPrompt,
    "Task: does an answer of a rehearsal say what the team's said?",
  ),
});

const recheck = z.strictObject({
  // oxlint-disable-next-line unicorn/no-thenable -- A word, which nobody calls.
  then: z
    .enum(['off', 'tell_team', 'edit'])
    .default('tell_team')
    .describe(
      'What happens to a posted answer that no longer holds because what it cites has changed. `tell_team`: the team sees a new answer ' +
        'beside it in `discord.team_channel_id`. `edit`: the post is edited, and the asker told once. `off`: Steward never looks, at pairs neither.',
    ),
  days: count({ min: 1, max: 365 }).default(60).describe('Older answers are not looked at again.'),
  max_per_day: count({ min: 1, max: 1_000 })
    .default(50)
    .describe(
      'The most answers and pairs of the team per day (UTC) that a model compares with what has changed.',
    ),
});

export const aiResponse = z
  .strictObject({
    llm: llm.prefault({}).describe('The model that answers questions.'),
    steps: steps.prefault({}).describe('Other models for single steps of a reply.'),
    fallbacks: z
      .array(z.string())
      .meta({ expects: 'names of models.fallbacks; `extractive` may be the last' })
      .default([])
      .describe(
        'Names of `models.fallbacks`, asked in turn when the model of a step fails: docs/models.md says when. With `extractive` as the ' +
          'last one, a covered question gets a quote.',
      ),
    graph: graphName()
      .default('standard')
      .describe('The graph of a reply (docs/reply.md). A channel can have another.'),
    graph_timeout_seconds: seconds({ max: 3600 })
      .default(180)
      .describe('For the nodes of one attempt at a reply together. At most `request_timeout_seconds`.'),
    request_timeout_seconds: seconds({ max: 3600 })
      .default(240)
      .describe('For all attempts at one reply, while a worker runs.'),
    max_calls_per_question: count({ min: 1, max: 100 })
      // The longest path: translation, gate, two selections, generation with three looks, verification, repair, verification, translation back.
      .default(16)
      .describe('The most model calls for one question, all attempts and corrections together.'),
    project_introduction: z
      .string()
      .default('')
      .describe('What your project is, in a few sentences. Every prompt contains it.'),
    enable_verification: nullByDefault(z.boolean()).describe(
      'Have the model verify each draft against its sources. A rejected draft is not posted. true or false: in all graphs. null: in graphs with the node `verify`.',
    ),
    repair_rejected: trueOrFalse(true).describe(
      'Repair a draft that verification rejects, once, and verify it again.',
    ),
    topics,
    profiles,
    profile: profileName('The profile of channels that name none. null: none.'),
    gating_prompt: prompt(gatePrompt, 'Task: is this a question for Steward?'),
    recall_prompt: prompt(recallPrompt, 'Task: does an earlier answer fit this question?'),
    selection_prompt: prompt(selectionPrompt, 'Task: which sources may answer it?'),
    answer_prompt: prompt(answerPrompt, 'Task: answer from the loaded sources.'),
    verification_prompt: prompt(verificationPrompt, 'Task: can the draft be posted?'),
    translation_prompt: prompt(
      translationPrompt,
      'Task: which language is it, and what does it say in another?',
    ),
    working_language: z
      .string()
      .regex(/^[a-z]{3}$/)
      .meta({ expects: 'a language by its ISO 639-3 code, like eng or fra' })
      .default('eng')
      .describe(
        'The language of your documents. Steward searches by its words, and translates questions in other languages into it.',
      ),
    summarization_prompt: prompt(documentDescriptionPrompt, 'Task: describe a document for the index.'),
    max_sources: count({ min: 1, max: 50 })
      .default(5)
      .describe('The most sources that are loaded for one answer.'),
    max_index_tokens: tokenBudget('index').describe(
      'If the index is longer, the model sees the entries that fit the question best.',
    ),
    whole_index_tokens: nullByDefault(count({ min: 50, max: 1_000_000 })).describe(
      'An index of at most this many tokens is shown whole. null: 20000 beside a provider that is known to cache the beginning ' +
        'of prompts (Anthropic, Azure, DeepSeek, Gemini, OpenAI), and `max_index_tokens` elsewhere.',
    ),
    max_answer_chars: count({ min: 100, max: 20_000 })
      .default(3000)
      .describe('Longer answers are cut after a whole sentence.'),
    max_tool_steps: count({ min: 0, max: 10 })
      .default(3)
      .describe('How often the model may search, read a source or check an address while it answers.'),
    require_citations: trueOrFalse(false).describe('Stay silent when an answer cites no source.'),
    context_tokens: nullByDefault(count({ min: 4_000, max: 10_000_000 })).describe(
      "The model's context in tokens, like 8192; null counts as 16000. Budgets that you do not set are reduced to fit a smaller one. " +
        'What the model looks up for an answer has the room that is left.',
    ),
    token_budgets: tokenBudgets.prefault({}).describe('How many tokens of each part go into one prompt.'),
    footer: trueOrFalse(true).describe(
      'End each answer with a line that says that an AI wrote it, and from what (`texts.<language>.ai_footer`, `ai_footer_team`, `ai_footer_both`).',
    ),
    evaluation: evaluation.prefault({}).describe('How `npx steward eval` and rehearsals judge answers.'),
    recheck: recheck.prefault({}).describe('Look at posted answers again when what they cite has changed.'),
    llm_enable_image: trueOrFalse(false).describe(
      "Read images in questions and in the team's answers. Needs models with vision.",
    ),
    llm_image_adapter: z
      .enum(imageAdapters)
      .default('OpenAIImageAdapter')
      .describe(
        'How images are put into a request: OpenAIImageAdapter for most APIs; GeminiImageAdapter for those that take `inline_data`; ' +
          'OpenSourceImageAdapter for those that take parts of type `image`.',
      ),
    image_download_timeout_seconds: seconds({ max: 600 }).default(15).describe('For one image or text file.'),
    image_download_max_retries: count({ min: 0, max: 10 })
      .default(3)
      .describe('How often Steward retries a download while a question waits.'),
    image_max_megabytes: count({ min: 1, max: 50 })
      .default(5)
      .describe('The largest image that is read, in millions of bytes. Many providers accept at most 5.'),
    attachment_hosts: z
      .array(filledText())
      .default(['cdn.discordapp.com', 'media.discordapp.net'])
      .describe("The only hosts from which files of messages are fetched. The default is Discord's own."),
  })
  .superRefine(({ graph_timeout_seconds: graph, request_timeout_seconds: request }, context) => {
    if (graph <= request) return;
    const message = `at most ${request}, which is ai_response.request_timeout_seconds`;
    context.addIssue({ code: 'custom', path: ['graph_timeout_seconds'], message });
  })
  .transform((settings) => {
    const { index, ...budgets } = budgetsFor(settings.context_tokens);
    return {
      ...settings,
      token_budgets: { ...budgets, ...(settings.token_budgets as Partial<typeof budgets>) },
      max_index_tokens: settings.max_index_tokens ?? index,
      whole_index_tokens:
        settings.whole_index_tokens ??
        (cachesPrompts({ ...settings.llm, ...settings.steps.select }) && index === usual.index
          ? cachedIndexTokens
          : (settings.max_index_tokens ?? index)),
    };
  });
