import { z } from 'zod';
import { isQaId } from '../../domain/values/qa-id.ts';
import {
  teamClassificationPrompt,
  teamDescriptionPrompt,
  teamImageSummaryPrompt,
  teamIntegrationPrompt,
} from '../prompts/library-prompts.ts';
import { defaultPaths } from './default-paths.ts';
import { count, filledText, httpUrl, path, seconds } from './fields.ts';
import { llm, ownLlm } from './llm.ts';
import { sources } from './sources.ts';

const kbLlm = llm.refine(({ model }) => model !== null, {
  path: ['model'],
  message: 'the name of a model, or kb.llm: null to use ai_response.llm',
});

const steps = z.strictObject({
  describe: ownLlm(
    'For descriptions in the indexes. The keys of ai_response.llm; what is left out is as in kb.llm, or in ' +
      'ai_response.llm where that is null.',
  ),
  classify: ownLlm('For choosing the topic of a pair.'),
  integrate: ownLlm('For what a pair replaces in its topic.'),
  summarize_images: ownLlm('For describing images: one that can see.'),
});

const pathInDataDir = (key: keyof typeof defaultPaths, what: string) =>
  path().nullable().default(null).describe(`${what} null: \`${defaultPaths[key]}\` in \`storage.data_dir\`.`);

export const kb = z.strictObject({
  llm: kbLlm
    .nullable()
    .default(null)
    .describe(
      'Another model for descriptions and team knowledge, with the keys of ai_response.llm. null: the same.',
    ),
  steps: steps.prefault({}).describe('Models of their own for single steps about the library.'),
  sources_dir: pathInDataDir('sources_dir', 'The folder of documents.'),
  sources: sources
    .prefault([])
    .describe(
      'More places that documents come from, each a folder, a url or a whole site; see docs/sources.md.',
    ),
  links_file_path: path()
    .nullable()
    .default(null)
    .describe('A file of addresses, one a line, with # for comments; each page becomes a source.'),
  index_path: pathInDataDir('index_path', 'The index of the documents.'),
  index_cache_path: pathInDataDir('index_cache_path', 'What the index is kept up to date with.'),
  public_urls: z
    .record(z.string(), httpUrl())
    .meta({
      expects: 'addresses by the beginning of a path',
      example: ['guides/: https://docs.example.com/guides/'],
    })
    .default({})
    .describe(
      'Where members can read the documents: by the beginning of a path, the address that replaces it.',
    ),
  team_raw_dir: pathInDataDir(
    'team_raw_dir',
    'The archive of everything learned from the team; only ever added to.',
  ),
  team_topics_dir: pathInDataDir('team_topics_dir', 'What was learned, by topic; made from the archive.'),
  team_index_path: pathInDataDir('team_index_path', 'The index of the topics.'),
  team_index_cache_path: pathInDataDir('team_index_cache_path', 'What that index is kept up to date with.'),
  qa_raw_last_processed_id: z
    .string()
    .refine((id) => id === '' || isQaId(id))
    .meta({ expects: 'an id of the archive like qa_20260201_031056.228000, or nothing' })
    .default('')
    .describe('Entries of the archive up to and with this one count as done.'),
  team_classification_prompt: filledText()
    .default(teamClassificationPrompt)
    .describe('Task: which topic does a pair belong to?'),
  team_integration_prompt: filledText()
    .default(teamIntegrationPrompt)
    .describe('Task: what does a pair replace in its topic?'),
  team_summarization_prompt: filledText()
    .default(teamDescriptionPrompt)
    .describe('Task: describe a topic for the index.'),
  team_image_summary_prompt: filledText()
    .default(teamImageSummaryPrompt)
    .describe('Task: say what the images of a conversation show.'),
  refresh_interval_seconds: z
    .number()
    .min(0)
    .max(2_592_000)
    .default(600)
    .describe(
      'How often the documents are looked through for changes. 0: only by hand. Changed files of a folder are taken up within seconds in any case.',
    ),
  url_check_interval_seconds: seconds({ max: 2_592_000 })
    .default(21_600)
    .describe('How long a page that was fetched counts as up to date; then its server is asked again.'),
  url_download_concurrency: count({ min: 1, max: 64 })
    .default(4)
    .describe('How many pages are fetched at the same time.'),
  summarization_concurrency: count({ min: 1, max: 64 })
    .default(4)
    .describe('How many documents are described at the same time.'),
  description_max_tokens: count({ min: 200, max: 200_000 })
    .default(6_000)
    .describe(
      'A longer document is described by its outline: its headings, each with the first sentences below it.',
    ),
  max_removals_per_capture: count({ min: 0, max: 10_000 })
    .default(5)
    .describe('A capture that would take more pairs than this out of the topics waits for a yes or no.'),
  capture_mask: z
    .enum(['secrets', 'secrets_and_personal', 'none'])
    .meta({ expects: 'secrets, secrets_and_personal or none' })
    .default('secrets')
    .describe(
      'What is replaced in captured text before it is written: credentials; also email addresses, phone, card, account and ' +
        'id numbers; or nothing.',
    ),
});
