import { graphsOf } from '../domain/reply/reply-graph.ts';
import type { ReplyDeps } from './deps.ts';
import { askAgain, type QuestionToAsk } from './operations/ask-again.ts';
import { guarded } from './errors.ts';
import { closeReply } from './reply/close-reply.ts';
import { evaluateReply } from './reply/judge-answer.ts';
import { generateReply } from './reply/generate-reply.ts';
import { buildReplyGraph } from './reply/graph/build-graph.ts';
import { rememberChecks } from './reply/remember-checks.ts';

/** The steps of the reply queue. The graphs are compiled here, once. */
export function createReplyActivities(given: ReplyDeps) {
  const workingHours = given.config.pages.citation_cache_hours;
  const deps: ReplyDeps = { ...given, pages: rememberChecks({ ...given, workingHours }) };
  const named = Object.entries(graphsOf(deps.config.ai_response));
  const graphs = new Map(named.map(([name, graph]) => [name, buildReplyGraph(graph)]));
  return guarded(
    {
      generateReply: (input: Parameters<typeof generateReply>[1]) =>
        generateReply({ ...deps, graphs }, input),
      evaluateReply: (input: Parameters<typeof evaluateReply>[1]) => evaluateReply(deps, input),
      askAgain: (input: QuestionToAsk) => askAgain({ ...deps, graphs }, input),
      closeReply: (input: Parameters<typeof closeReply>[1]) => closeReply(deps, input),
    },
    deps.log,
  );
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
