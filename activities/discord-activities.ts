import { CompleteAsyncError } from '@temporalio/activity';
import { httpChannel } from '../domain/intake/ask-snapshot.ts';
import type { NoticeDeps } from './deps.ts';
import { bindSteps } from './errors.ts';
import { askAboutPairs } from './posting/ask-about-pairs.ts';
import { askToCapture, closeCaptureQuestion, tellMasked, markLearned } from './posting/ask-to-capture.ts';
import { callHelper } from './posting/call-helper.ts';
import { gatherContext } from './intake/gather-context.ts';
import { gatherHistoryPage } from './intake/gather-history-page.ts';
import { gatherRehearsalPage } from './intake/gather-rehearsal-page.ts';
import { lookAgain } from './posting/look-again.ts';
import { gatherConversation } from './intake/gather-conversation.ts';
import { postReply, respond } from './posting/post-reply.ts';
import { refreshLinks } from './intake/refresh-links.ts';
import { regatherQuestion } from './posting/regather-question.ts';
import { regatherConversations } from './intake/regather-conversations.ts';
import { closeDraft, settleDraft, showDraft } from './posting/review.ts';
import { tellTeam } from './posting/tell-team.ts';
import { removeReply } from './posting/remove-reply.ts';
import { reviseReply } from './posting/revise-reply.ts';

/** The steps of the discord queue, which read from or post to the chat platform. */
export const createDiscordActivities = (depsNow: () => NoticeDeps) => ({
  ...bindSteps(depsNow, {
    gatherContext,
    regatherConversations,
    refreshLinks,
    lookAgain,
    postReply,
    respond,
    locationsSince,
    gatherHistoryPage,
    gatherRehearsalPage,
    tellTeam,
    askAboutPairs,
    tellMasked,
    markLearned,
    callHelper,
    gatherConversation,
    askToCapture,
    closeCaptureQuestion,
    showDraft,
    settleDraft,
    closeDraft,
    removeReply,
    regatherQuestion,
    reviseReply,
  }),
  /** Never completes: the process that listens sends its heartbeats, see adapters/temporal/client/hold-gateway.ts. */
  holdGateway: async (): Promise<void> => {
    throw new CompleteAsyncError();
  },
});

const locationsSince = async (
  { chat }: NoticeDeps,
  input: { readonly channelId: string; readonly since: string },
) =>
  input.channelId === httpChannel ? [{ channelId: httpChannel, threadId: null }] : chat.locationsSince(input);

export type DiscordActivities = ReturnType<typeof createDiscordActivities>;
