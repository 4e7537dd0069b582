import type { Interaction } from '../../../domain/reply/interaction.ts';
import { moderationActions } from '../../../domain/moderation/moderation-types.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { LoadedSource, Sources } from '../../../domain/ports/sources.ts';
import { graphSets } from '../../../domain/reply/reply-graph.ts';
import { interaction, message } from '../../../domain/testing.ts';
import type { RunContext } from './run-context.ts';

/** What a run of the graph in a test stands on: a question about ports, three sources, and settings. */

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
      : [{ sourceId: 'kb:b.md', title: 'More', headings: ['Ports'], snippet: 'More…', score: 1, url: null }],
  shortlist: async () => ({ text: index, bySearch: false }),
};

export const testNow = new Date('2026-02-02T00:00:00.000Z');

const question = message(1, { text: 'How do I set the port?' });

export const testSnapshot: RunContext['snapshot'] = {
  id: question.id,
  route: 'reply',
  place: question.place,
  author: question.author,
  askedDirectly: false,
  batch: [question],
  history: [],
  others: [],
  conversationId: 'reply_1',
  correctsAnswerTo: null,
};

export const testSettings: RunContext['settings'] = {
  graphs: graphSets,
  graph: 'standard',
  prompts: {
    gate: 'gate task',
    recall: 'recall task',
    selection: 'selection task',
    answer: 'answer task',
    verification: 'verification task',
    personalData: 'personal data task',
    translation: 'translation task',
  },
  evaluation: { sampleRate: 0, beforePosting: false, minScore: 6, prompt: 'evaluation task' },
  attachments: { settings: { hosts: [], timeoutSeconds: 1 }, images: null, maxRetries: 0, maxTokens: 600 },
  profiles: {},
  guildProfiles: {},
  profile: {
    projectIntroduction: 'Ports are our product.',
    scope: '',
    refusalPolicy: '',
    tone: '',
    scenarios: {},
    redirects: {},
    fallbackUrl: null,
  },
  maxProfileTokens: 350,
  topics: [],
  requireCitations: false,
  maxSources: 2,
  maxIndexTokens: 6_000,
  maxSourceTokens: 24_000,
  maxAnswerChars: 1_000,
  maxToolSteps: 2,
  maxRepairs: 0,
  maxHistoryTokens: 1_200,
  maxQuestionTokens: 150,
  maxRetries: 0,
  citations: { checked: true, workingHours: 24 },
  graphTimeoutSeconds: 10,
  requestTimeoutSeconds: 20,
  moderation: { actionsFor: () => moderationActions('community'), asksModel: false },
  shares: { perUser: { calls: null, tokens: null }, perGuild: { calls: null, tokens: null } },
  workingLanguage: 'eng',
  textsFor: () => noTexts,
};

const noTexts = {
  notCovered: '',
  outOfScope: '',
  refused: '',
  sayMore: '',
  cannotLookUp: '',
  nearestPages: '',
  linksHeading: '',
  answeredByTeam: '',
  earlierAnswer: '',
  footer: null,
};

/** The row of an answer that Steward gave before. */
export const earlierRow = (over: Partial<Interaction>): Interaction =>
  interaction('99', { status: 'answered', answerType: 'answer', ...over });
