import { replyGraphs, withVerification, type GraphName } from '../domain/reply/reply-graph.ts';
import type { ReplyDeps } from './deps.ts';
import { bindReadingSteps } from './errors.ts';
import { closeReply } from './reply/close-reply.ts';
import { generateReply } from './reply/generate-reply.ts';
import { buildReplyGraph, type ReplyGraphs } from './reply/graph/build-graph.ts';
import { comparePairs } from './reply/recheck/compare-pairs.ts';
import { findOutdatedAnswers } from './reply/recheck/find-outdated.ts';
import { recheckAnswer } from './reply/recheck/recheck-answer.ts';
import { rehearseQuestion } from './reply/rehearsal/rehearse-question.ts';

/** The steps of the reply queue. The graphs are compiled once, here. */
export function createReplyActivities(depsNow: () => ReplyDeps) {
  const { enable_verification: verifies } = depsNow().config.ai_response;
  const graphOf = (name: GraphName) => buildReplyGraph(withVerification(replyGraphs[name], verifies));
  const graphs: ReplyGraphs = {
    minimal: graphOf('minimal'),
    standard: graphOf('standard'),
    strict: graphOf('strict'),
  };
  return bindReadingSteps(() => ({ ...depsNow(), graphs }), {
    generateReply,
    closeReply,
    rehearseQuestion,
    findOutdatedAnswers,
    recheckAnswer,
    comparePairs,
  });
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
