import type { ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { configSchema } from '../../../config/schema.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { profileNamed } from '../../../domain/models/project-profile.ts';
import { replyRecord, message } from '../values/messages.ts';
import type { RunContext } from '../../../activities/reply/graph/run-context.ts';

/** The context of a graph's run in tests: a question about ports, three sources, and settings. */

const source = (sourceId: string, text: string, url: string | null): LoadedSource => ({
  sourceId,
  title: sourceId === 'kb:a.md' ? 'Ports' : 'More',
  text,
  url,
  contentHash: 'x',
});

const loaded = [
  source('kb:a.md', 'Set the port. See https://example.com/ports.', null),
  source('kb:b.md', 'More on ports.', 'https://docs.example.com/b'),
  source('team:ports.txt', 'Ports are 8080 now.', null),
];

const index = [
  'kb:a.md\nAbout ports.',
  'kb:b.md\nMore.',
  'kb:missing.md\nGone.',
  'team:ports.txt\nNew.',
].join('\n\n');

export const testSources: Sources = {
  combinedIndex: async () => index,
  documentIndex: async () => '',
  load: async (sourceId) => {
    const found = loaded.find((one) => one.sourceId === sourceId);
    if (found) return found;
    const code = sourceId === 'kb:missing.md' ? 'source_gone' : 'source_unknown';
    throw new PortError({ kind: 'final', code, message: 'It is not there' });
  },
  search: async ({ query }) =>
    query.includes('nothing')
      ? []
      : [
          {
            sourceId: 'kb:b.md',
            title: 'More',
            headings: ['Ports'],
            snippet: 'More…',
            score: 1,
            likeness: 1,
            url: null,
          },
        ],
  shortlist: async () => ({ text: index, bySearch: false }),
};

export const replyTime = new Date('2026-02-02T00:00:00.000Z');

const question = message(1, { text: 'How do I set the port?' });

export const testSnapshot: RunContext['snapshot'] = {
  id: question.id,
  route: 'reply',
  location: question.location,
  author: question.author,
  askedDirectly: false,
  batch: [question],
  history: [],
  others: [],
  conversationId: 'reply_1',
  correctsAnswerTo: null,
};

/** A config whose prompts name their step, with these keys of `ai_response` and of `pages`. */
export const testConfig = (ai: object = {}, pages: object = {}): RunContext['config'] =>
  configSchema.parse({
    pages,
    moderation: { personal_data_prompt: 'personal data task' },
    ai_response: {
      gating_prompt: 'gate task',
      recall_prompt: 'recall task',
      selection_prompt: 'selection task',
      answer_prompt: 'answer task',
      verification_prompt: 'verification task',
      translation_prompt: 'translation task',
      evaluation: { prompt: 'evaluation task' },
      project_introduction: 'Ports are our product.',
      max_sources: 2,
      max_answer_chars: 1_000,
      max_tool_steps: 2,
      repair_rejected: false,
      llm: { max_retries: 0 },
      ...ai,
    },
  });

export const testProfile = profileNamed(testConfig().ai_response, null);

/** The row of an earlier answer. */
export const earlierRow = (over: Partial<ReplyRecord>): ReplyRecord =>
  replyRecord('99', { status: 'answered', answerType: 'answer', ...over });
