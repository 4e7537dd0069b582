import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { uiLink, type TemporalAt } from '../wiring/temporal-server.ts';

export const whatGoesOn = ({ embedded }: TemporalAt): readonly string[] =>
  embedded
    ? [
        'The Temporal server keeps running, so that you can look around. Stop it with: npx steward temporal stop',
      ]
    : [];

/** Where to see the runs, what keeps running, which model answered, and what to do next. */
export function closingWords({
  temporal,
  stopServer,
  events,
  listsRuns,
}: {
  readonly temporal: TemporalAt;
  readonly stopServer: boolean;
  readonly events: readonly CommunityEvent[];
  /** Links to each run instead of the UI as a whole. */
  readonly listsRuns: boolean;
}): string {
  const { settings, uiUrl } = temporal;
  const link = (workflowId: string) =>
    uiUrl === null
      ? `temporal workflow describe --workflow-id ${workflowId}`
      : uiLink({ uiUrl, namespace: settings.namespace, workflowId });
  const runs = events.flatMap((event) =>
    event.event === 'done' ? [] : [`  ${event.event.padEnd(11)} ${link(event.workflow_id)}`],
  );
  const runLines = listsRuns && runs.length > 0 ? ['Each run in the Temporal UI:', ...runs] : [];
  const all =
    uiUrl === null || runLines.length > 0
      ? runLines
      : [`Every run, step by step, in the Temporal UI: ${uiUrl} (--verbose names the run of each answer)`];
  return [
    '',
    ...all,
    ...(stopServer ? [] : whatGoesOn(temporal)),
    'This was the embedded model, which only quotes. To connect a real one: ai_response.llm.base_url and .model in',
    'config.yaml, its key as STEWARD__AI_RESPONSE__LLM__API_KEY; docs/configuration.md has every setting.',
  ].join('\n');
}
