import { CompleteAsyncError } from '@temporalio/activity';
import type { NoticeDeps } from './deps.ts';
import { guarded } from './errors.ts';
import { askToCapture, closeCaptureQuestion } from './posting/ask-to-capture.ts';
import { callHelper } from './posting/call-helper.ts';
import { gatherContext, type GatherInput } from './intake/gather-context.ts';
import { gatherHistoryPage, type HistoryPageInput } from './intake/gather-history-page.ts';
import { lookAgain } from './posting/look-again.ts';
import { gatherConversation } from './intake/gather-conversation.ts';
import { sayCannotLookUp } from './posting/long-wait.ts';
import { postReply, respond } from './posting/post-reply.ts';
import { refreshLinks } from './intake/refresh-links.ts';
import { regatherQuestion, type RegatherQuestionInput } from './posting/regather-question.ts';
import { regatherConversations, type RegatherInput } from './intake/regather.ts';
import { closeDraft, settleDraft, showDraft } from './posting/review.ts';
import { postGapDraft } from './operations/draft-gap.ts';
import { tellTeam } from './posting/tell-team.ts';
import { removeReply, type RemoveInput } from './posting/remove-reply.ts';
import { reviseReply, type ReviseInput } from './posting/revise-reply.ts';

/** The steps of the discord queue: whatever reads from or posts to the chat platform. */
export const createDiscordActivities = (deps: NoticeDeps) => ({
  ...guarded(
    {
      gatherContext: (input: GatherInput) => gatherContext(deps, input),
      regatherConversations: (input: RegatherInput) => regatherConversations(deps, input),
      refreshLinks: (input: Parameters<typeof refreshLinks>[1]) => refreshLinks(deps, input),
      lookAgain: (input: Parameters<typeof lookAgain>[1]) => lookAgain(deps, input),
      postReply: (input: { readonly messageId: string }) => postReply(deps, input),
      sayCannotLookUp: (input: { readonly messageId: string }) => sayCannotLookUp(deps, input),
      respond: (input: { readonly messageId: string }) => respond(deps, input),
      locationsSince: (input: { readonly channelId: string; readonly since: string }) =>
        deps.chat.locationsSince(input),
      gatherHistoryPage: (input: HistoryPageInput) => gatherHistoryPage(deps, input),
      tellTeam: () => tellTeam(deps),
      postGapDraft: (input: Parameters<typeof postGapDraft>[1]) => postGapDraft(deps, input),
      callHelper: (input: { readonly messageId: string }) => callHelper(deps, input),
      gatherConversation: (input: Parameters<typeof gatherConversation>[1]) =>
        gatherConversation(deps, input),
      askToCapture: (input: Parameters<typeof askToCapture>[1]) => askToCapture(deps, input),
      closeCaptureQuestion: (input: Parameters<typeof closeCaptureQuestion>[1]) =>
        closeCaptureQuestion(deps, input),
      showDraft: (input: { readonly messageId: string }) => showDraft(deps, input),
      settleDraft: (input: Parameters<typeof settleDraft>[1]) => settleDraft(deps, input),
      closeDraft: (input: Parameters<typeof closeDraft>[1]) => closeDraft(deps, input),
      removeReply: (input: RemoveInput) => removeReply(deps, input),
      regatherQuestion: (input: RegatherQuestionInput) => regatherQuestion(deps, input),
      reviseReply: (input: ReviseInput) => reviseReply(deps, input),
    },
    deps.log,
  ),
  /** Never done: the process that listens sends its heartbeats, see adapters/temporal/client/hold-gateway.ts. */
  holdGateway: async (): Promise<void> => {
    throw new CompleteAsyncError();
  },
});

export type DiscordActivities = ReturnType<typeof createDiscordActivities>;
