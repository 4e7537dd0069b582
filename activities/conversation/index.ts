import type { ConversationDeps } from '../deps.ts';
import { guarded } from '../errors.ts';
import { gatherContext, type GatherInput } from './gather-context.ts';
import { postReply } from './post-reply.ts';
import { regatherConversations, type RegatherInput } from './regather.ts';

/** The steps of the discord queue: whatever reads from or posts to the chat platform. */
export const createConversationActivities = (deps: ConversationDeps) =>
  guarded(
    {
      gatherContext: (input: GatherInput) => gatherContext(deps, input),
      regatherConversations: (input: RegatherInput) => regatherConversations(deps, input),
      postReply: (input: { readonly messageId: string }) => postReply(deps, input),
    },
    deps.log,
  );

export type ConversationActivities = ReturnType<typeof createConversationActivities>;
