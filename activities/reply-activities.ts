import { graphsOf } from '../domain/reply/reply-graph.ts';
import type { ReplyDeps } from './deps.ts';
import { bindReadingSteps } from './errors.ts';
import { closeReply } from './reply/close-reply.ts';
import { generateReply } from './reply/generate-reply.ts';
import { buildReplyGraph } from './reply/graph/build-graph.ts';
import { comparePairs } from './reply/recheck/compare-pairs.ts';
import { findOutdatedAnswers } from './reply/recheck/find-outdated.ts';
import { recheckAnswer } from './reply/recheck/recheck-answer.ts';
import { rehearseQuestion } from './reply/rehearsal/rehearse-question.ts';
import { rememberChecks } from './reply/remember-checks.ts';

/** The steps of the reply queue. The graphs are compiled once, here. */
export function createReplyActivities(deps: ReplyDeps) {
  const workingHours = deps.config.pages.citation_cache_hours;
  const named = Object.entries(graphsOf(deps.config.ai_response));
  const graphs = new Map(named.map(([name, graph]) => [name, buildReplyGraph(graph)]));
  return bindReadingSteps(
    { ...deps, pages: rememberChecks({ ...deps, workingHours }), graphs },
    {
      generateReply,
      closeReply,
      rehearseQuestion,
      findOutdatedAnswers,
      recheckAnswer,
      comparePairs,
    },
  );
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
