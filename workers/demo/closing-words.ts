import { uiLink } from '../../adapters/temporal/server/ui-link.ts';
import type { CommunityEvent } from '../../adapters/terminal/events.ts';
import type { TemporalAt } from '../wiring/temporal-server.ts';

/** Where each run of a demo can be seen, what answered, and how to go on. */
export function closingWords({
  temporal: { settings, uiUrl, embedded },
  stopServer,
  events,
}: {
  readonly temporal: TemporalAt;
  readonly stopServer: boolean;
  readonly events: readonly CommunityEvent[];
}): string {
  const link = (workflowId: string) =>
    uiUrl === null
      ? `temporal workflow describe --workflow-id ${workflowId}`
      : uiLink({ uiUrl, namespace: settings.namespace, workflowId });
  const runs = events.flatMap((event) =>
    event.event === 'done' ? [] : [`  ${event.event.padEnd(11)} ${link(event.workflow_id)}`],
  );
  const server = stopServer
    ? []
    : embedded
      ? ['The Temporal server goes on, so that you can look around. End it with: npx steward temporal stop']
      : [];
  return [
    '',
    ...(runs.length > 0 ? ['Each run in the Temporal UI:', ...runs] : []),
    ...server,
    'Extractive model: it quotes, it does not write. Connect a real one: ai_response.llm.base_url and .model in',
    'config.yaml, its key as STEWARD__AI_RESPONSE__LLM__API_KEY; docs/configuration.md has every setting.',
  ].join('\n');
}
