import type { ReplyDeps } from '../deps.ts';
import { guarded } from '../errors.ts';
import { closeInteraction } from './close-interaction.ts';
import { generateReply } from './generate-reply.ts';
import { buildReplyGraph, type NodeName } from './graph.ts';

/** The steps of the reply queue. The graph is compiled here, once. */
export function createReplyActivities(deps: ReplyDeps & { readonly nodes: readonly NodeName[] }) {
  const graph = buildReplyGraph(deps.nodes);
  return guarded(
    {
      generateReply: (input: Parameters<typeof generateReply>[1]) => generateReply({ ...deps, graph }, input),
      closeInteraction: (input: Parameters<typeof closeInteraction>[1]) => closeInteraction(deps, input),
    },
    deps.log,
  );
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
