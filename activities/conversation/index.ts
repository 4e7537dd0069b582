import type { NoticeDeps } from '../deps.ts';
import { guarded } from '../errors.ts';
import { callHelper } from './call-helper.ts';
import { gatherContext, type GatherInput } from './gather-context.ts';
import { learnPage, type LearnPageInput } from './learn-page.ts';
import { lookAgain } from './look-again.ts';
import { gatherLesson } from './gather-lesson.ts';
import { markCaptured } from './mark-captured.ts';
import { postReply } from './post-reply.ts';
import { refreshLinks } from './refresh-links.ts';
import { regatherQuestion, type RegatherQuestionInput } from './regather-question.ts';
import { regatherConversations, type RegatherInput } from './regather.ts';
import { respond } from './respond.ts';
import { closeDraft, settleDraft, showDraft } from './review.ts';
import { tellTeam } from './tell-team.ts';
import { removeReply, type RemoveInput } from './remove-reply.ts';
import { reviseReply, type ReviseInput } from './revise-reply.ts';

/** The steps of the discord queue: whatever reads from or posts to the chat platform. */
export const createConversationActivities = (deps: NoticeDeps) =>
  guarded(
    {
      gatherContext: (input: GatherInput) => gatherContext(deps, input),
      regatherConversations: (input: RegatherInput) => regatherConversations(deps, input),
      refreshLinks: (input: Parameters<typeof refreshLinks>[1]) => refreshLinks(deps, input),
      lookAgain: (input: Parameters<typeof lookAgain>[1]) => lookAgain(deps, input),
      postReply: (input: { readonly messageId: string }) => postReply(deps, input),
      respond: (input: { readonly messageId: string }) => respond(deps, input),
      placesSince: (input: { readonly channelId: string; readonly since: string }) =>
        deps.chat.placesSince(input),
      learnPage: (input: LearnPageInput) => learnPage(deps, input),
      tellTeam: () => tellTeam(deps),
      callHelper: (input: { readonly messageId: string }) => callHelper(deps, input),
      gatherLesson: (input: Parameters<typeof gatherLesson>[1]) => gatherLesson(deps, input),
      markCaptured: (input: { readonly snapshotId: string }) => markCaptured(deps, input),
      showDraft: (input: { readonly messageId: string }) => showDraft(deps, input),
      settleDraft: (input: Parameters<typeof settleDraft>[1]) => settleDraft(deps, input),
      closeDraft: (input: Parameters<typeof closeDraft>[1]) => closeDraft(deps, input),
      removeReply: (input: RemoveInput) => removeReply(deps, input),
      regatherQuestion: (input: RegatherQuestionInput) => regatherQuestion(deps, input),
      reviseReply: (input: ReviseInput) => reviseReply(deps, input),
    },
    deps.log,
  );

export type ConversationActivities = ReturnType<typeof createConversationActivities>;
