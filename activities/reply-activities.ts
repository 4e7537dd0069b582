import { Context } from '@temporalio/activity';
import { faultFields } from '../domain/ports/errors.ts';
import { graphsOf } from '../domain/reply/reply-graph.ts';
import type { DiscordDeps, ReplyDeps } from './deps.ts';
import { askAgain } from './operations/ask-again.ts';
import { bindSteps } from './errors.ts';
import { isRetry, stepRun } from './heartbeat.ts';
import { postReply } from './posting/post-reply.ts';
import { closeReply } from './reply/close-reply.ts';
import { evaluateReply } from './reply/judge-answer.ts';
import { generateReply, type GenerateInput } from './reply/generate-reply.ts';
import type { ReplyDecision } from './reply/reply-record.ts';
import { buildReplyGraph } from './reply/graph/build-graph.ts';
import { rememberChecks } from './reply/remember-checks.ts';

type Deps = Parameters<typeof generateReply>[0] & {
  /** Null in a process that does not speak on the chat platform. */
  readonly posting: DiscordDeps | null;
};

/**
 * `generateReply`, then `postReply` at once if this process speaks: most answers need no step of their own to be posted. A first
 * attempt tries this, and soon after its start; whatever goes wrong, the run's step `postReply` goes on from the row.
 */
async function generateAndPost(
  deps: Deps,
  { postWithinMilliseconds = 0, ...input }: GenerateInput & { readonly postWithinMilliseconds?: number },
): Promise<ReplyDecision> {
  const decision = await generateReply(deps, input);
  const isSoon = Date.now() < Context.current().info.scheduledTimestampMs + postWithinMilliseconds;
  if (!deps.posting || !decision.post || !isSoon || isRetry()) return decision;
  const messageId = input.snapshotId;
  try {
    return { ...decision, ...(await postReply(deps.posting, { messageId })), post: false };
  } catch (error) {
    stepRun().signal.throwIfAborted();
    deps.log.warn({ message_id: messageId, ...faultFields(error) }, 'post_left_to_its_step');
    return decision;
  }
}

/** The steps of the reply queue. The graphs are compiled once, here. */
export function createReplyActivities(deps: ReplyDeps, posting: DiscordDeps | null = null) {
  const workingHours = deps.config.pages.citation_cache_hours;
  const named = Object.entries(graphsOf(deps.config.ai_response));
  const graphs = new Map(named.map(([name, graph]) => [name, buildReplyGraph(graph)]));
  return bindSteps(
    { ...deps, pages: rememberChecks({ ...deps, workingHours }), graphs, posting },
    { generateReply: generateAndPost, evaluateReply, askAgain, closeReply },
  );
}

export type ReplyActivities = ReturnType<typeof createReplyActivities>;
