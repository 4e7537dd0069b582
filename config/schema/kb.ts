import { z } from 'zod';
import { isQaId } from '../../domain/values/qa-id.ts';
import {
  teamClassificationPrompt,
  teamComparisonPrompt,
  teamDescriptionPrompt,
  teamImageSummaryPrompt,
  teamIntegrationPrompt,
} from '../prompts/library-prompts.ts';
import { defaultPaths } from './runtime.ts';
import {
  apiUrl,
  count,
  durationOr,
  filledText,
  httpUrl,
  nullByDefault,
  path,
  prompt,
  seconds,
  sentSecret,
} from './fields.ts';
import { libraryLlm, llm } from './llm.ts';
import { sources } from './sources.ts';

const kbLlm = llm.refine(({ model }) => model !== null, {
  path: ['model'],
  message: 'the name of a model, or kb.llm: null to use ai_response.llm',
});

const steps = z.strictObject({
  describe: libraryLlm(
    'For descriptions in the indexes. The keys are those of ai_response.llm; kb.llm, or ai_response.llm if that is null, ' +
      'supplies the ones that you leave out.',
  ),
  classify: libraryLlm('For choosing the topic of a pair.'),
  integrate: libraryLlm('For deciding what a pair replaces in its topic, and whether a page contradicts it.'),
  summarize_images: libraryLlm('For describing images: a model with vision.'),
});

const embeddings = z
  .union([
    z.strictObject({
      base_url: apiUrl().describe('The address of an OpenAI-compatible API with embeddings, including /v1.'),
      model: filledText().describe('The name of its model.'),
      api_key: nullByDefault(sentSecret()).describe('The key for that API, if it needs one.'),
    }),
    z.enum(['local', 'off']),
  ])
  .meta({ expects: 'local, off, or base_url and model of an API' });

const pathInDataDir = (key: keyof typeof defaultPaths, what: string) =>
  nullByDefault(path()).describe(`${what} null: \`${defaultPaths[key]}\` in \`storage.data_dir\`.`);

export const kb = z.strictObject({
  llm: nullByDefault(kbLlm).describe(
    'Another model for descriptions and team knowledge, with the keys of ai_response.llm. null: the same.',
  ),
  steps: steps.prefault({}).describe('Other models for single steps of learning and indexing.'),
  fallbacks: z
    .array(z.string())
    .meta({ expects: 'names of models.fallbacks' })
    .default([])
    .describe(
      'Names of `models.fallbacks`, asked in turn when the model of a step of learning or indexing fails.',
    ),
  sources_dir: pathInDataDir('sources_dir', 'The folder of documents.'),
  sources: sources.prefault([]).describe('More places for documents: see docs/sources.md.'),
  links_file_path: nullByDefault(path()).describe(
    'A file of addresses, one a line, with # for comments; each page becomes a source.',
  ),
  embeddings: embeddings
    .default('local')
    .describe(
      'Vectors, which find pages that use other words than the question. `local`: a small English model (77 MB). `off`: search by ' +
        'words alone. Or the `base_url` and `model` of an API.',
    ),
  index_path: pathInDataDir('index_path', 'The index of the documents.'),
  index_cache_path: pathInDataDir('index_cache_path', 'The state from which the index is updated.'),
  public_urls: z
    .record(z.string(), httpUrl())
    .meta({
      expects: 'addresses by the beginning of a path',
      example: ['guides/: https://docs.example.com/guides/'],
    })
    .default({})
    .describe("Where members can read the documents: a path's beginning, and the address that replaces it."),
  team_raw_dir: pathInDataDir(
    'team_raw_dir',
    'The append-only archive of everything that Steward learned from the team.',
  ),
  team_topics_dir: pathInDataDir(
    'team_topics_dir',
    'What Steward learned, by topic, derived from the archive.',
  ),
  team_index_path: pathInDataDir('team_index_path', 'The index of the topics.'),
  team_index_cache_path: pathInDataDir(
    'team_index_cache_path',
    'The state from which that index is updated.',
  ),
  qa_raw_last_processed_id: z
    .string()
    .refine((id) => id === '' || isQaId(id))
    .meta({ expects: 'an id of the archive like qa_20260201_031056.228000, or nothing' })
    .default('')
    .describe('Entries of the archive up to and including this one count as settled.'),
  team_classification_prompt: prompt(teamClassificationPrompt, 'Task: which topic does a pair belong to?'),
  team_integration_prompt: prompt(teamIntegrationPrompt, 'Task: what does a pair replace in its topic?'),
  team_comparison_prompt: prompt(teamComparisonPrompt, 'Task: do the nearest pages say what a pair says?'),
  team_summarization_prompt: prompt(teamDescriptionPrompt, 'Task: describe a topic for the index.'),
  team_image_summary_prompt: prompt(
    teamImageSummaryPrompt,
    'Task: say what the images of a conversation show.',
  ),
  refresh_interval_seconds: durationOr(600, { max: 2_592_000 }).describe(
    'How often Steward checks the documents for changes. 0: only by hand. Changed files in folders count within seconds in any case.',
  ),
  url_check_interval_seconds: seconds({ max: 2_592_000 })
    .default(21_600)
    .describe('How long a fetched page counts as up to date.'),
  stale_after_days: nullByDefault(count({ min: 1, max: 3_650 })).describe(
    'Pages and pairs that answers rest on, and that have not changed for this long, are listed on the page and in the report of the week. null: none.',
  ),
  drop_missing_after_days: count({ min: 1, max: 3_650 })
    .default(14)
    .describe('A page that is gone (404, 410, or its host) for so many days answers no more.'),
  url_download_concurrency: count({ min: 1, max: 64 })
    .default(4)
    .describe('How many pages Steward fetches at the same time.'),
  summarization_concurrency: count({ min: 1, max: 64 })
    .default(4)
    .describe('How many documents the model describes at the same time.'),
  description_max_tokens: count({ min: 200, max: 200_000 })
    .default(6_000)
    .describe(
      'If a document is longer, the model sees its headings, each with the first sentences below it.',
    ),
  max_removals_per_capture: count({ min: 0, max: 10_000 })
    .default(5)
    .describe('A capture that would remove more pairs than this from the topics waits for a yes or no.'),
  max_removals_per_regeneration: nullByDefault(count({ min: 0, max: 1_000_000 })).describe(
    'A rebuild that would publish fewer pairs than the live library by more than this waits for a yes or no, as does one ' +
      'from an empty or shortened archive. Retracted, forgotten and superseded pairs do not count. null: 5, or 10 % of the live ' +
      'pairs if that is more.',
  ),
  capture_unreplied_minutes: durationOr(30, { max: 1_440 }).describe(
    "How long after a member's question a team member's message in the channel counts as an answer to it without Discord's Reply, " +
      'if nobody else wrote in between and the model agrees. 0: never.',
  ),
  capture_mask: z
    .enum(['secrets', 'secrets_and_personal', 'none'])
    .default('secrets')
    .describe(
      'What Steward masks in captured text: credentials; also email addresses, phone, card, account and id numbers; or nothing ' +
        'beyond the credentials that every message loses when it arrives.',
    ),
});
