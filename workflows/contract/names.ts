/**
 * What clients and workflows share stands in this folder: names, ids, inputs, results and timings. Inputs carry ids,
 * decisions and numbers, never a text that a person, a page or a model wrote.
 */

/** The task queues of one Steward. `base` is `temporal.task_queue` of the config; workflow tasks are on `base` itself. */
export const queues = (base: string) =>
  ({
    workflows: base,
    reply: `${base}-reply`,
    library: `${base}-library`,
    discord: `${base}-discord`,
  }) as const;

export const workflowIds = {
  /** `place` is the thread's id, or the channel's. */
  batch: ({
    guildId,
    placeId,
    authorId,
  }: {
    readonly guildId: string;
    readonly placeId: string;
    readonly authorId: string;
  }) => `batch/${guildId}/${placeId}/${authorId}`,
  reply: (messageId: string) => `reply/${messageId}`,
  /** `editedAt` in milliseconds since 1970: each edit has a run of its own. */
  revise: ({ messageId, editedAt }: { readonly messageId: string; readonly editedAt: number }) =>
    `reply/${messageId}/${editedAt}`,
  removeReply: (messageId: string) => `remove-reply/${messageId}`,
  /** By the last message of the snapshot, or by the raw entry. */
  capture: (messageOrQaId: string) => `capture/${messageOrQaId}`,
  recapture: (messageId: string) => `recapture/${messageId}`,
  ask: (requestId: string) => `reply/ask-${requestId}`,
  review: (messageId: string) => `review/${messageId}`,
  help: (messageId: string) => `help/${messageId}`,
  lesson: (name: string) => `lesson/${name}`,
  learn: (channelId: string) => `learn/${channelId}`,
} as const;
