import type { ReplyDeps } from '../deps.ts';
import { guarded } from '../errors.ts';
import { closeInteraction } from './close-interaction.ts';
import { generateReply } from './generate-reply.ts';
import { buildReplyGraph } from './graph.ts';

/** The steps of the reply queue. The graphs are compiled here, once. */
export function createReplyActivities(deps: ReplyDeps) {
  const sets = Object.entries(deps.reply.graphs);
  const graphs = new Map(sets.map(([name, set]) => [name, buildReplyGraph(set)]));
  return guarded(
    {
      generateReply: (input: Parameters<typeof generateReply>[1]) =>
        generateReply({ ...deps, graphs }, input),
      closeInteraction: (input: Parameters<typeof closeInteraction>[1]) => closeInteraction(deps, input),
    },
    deps.log,
  );
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
