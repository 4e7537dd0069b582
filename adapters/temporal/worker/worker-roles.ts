import { queues } from '../../../workflows/contract/names.ts';

/** What a process does. `bot` alone posts; `all` is the three of them in one process. */
const workerRoles = ['bot', 'reply', 'library', 'all'] as const;

export type WorkerRole = (typeof workerRoles)[number];

/** The activity queues that steps come from; workflow tasks are everybody's. */
export type ActivityQueue = 'reply' | 'library' | 'discord';

const queuesOfRole: Readonly<Record<WorkerRole, readonly ActivityQueue[]>> = {
  bot: ['discord'],
  reply: ['reply'],
  library: ['library'],
  all: ['reply', 'library', 'discord'],
};

/** The activity queues of some roles, each once, with their names on the server. */
export function activityQueues(request: {
  readonly roles: readonly WorkerRole[];
  readonly taskQueue: string;
}): readonly { readonly queue: ActivityQueue; readonly name: string }[] {
  const names = queues(request.taskQueue);
  const wanted = new Set(request.roles.flatMap((role) => queuesOfRole[role]));
  return [...wanted].map((queue) => ({ queue, name: names[queue] }));
}
