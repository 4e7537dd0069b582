import { queues } from '../../../workflows/contract/names.ts';

/** What a process does. Only `bot` posts; `all` does everything. */
export type WorkerRole = 'bot' | 'reply' | 'library' | 'all';

/** Whether a process with these roles does the work of one of them. */
export const hasRole = (roles: readonly WorkerRole[], role: WorkerRole): boolean =>
  roles.includes(role) || roles.includes('all');

/** The queues of activities. Workflow tasks go to every role. */
export type ActivityQueue = 'reply' | 'library' | 'discord';

export const roleOf = { reply: 'reply', library: 'library', discord: 'bot' } as const;

/** The activity queues of the roles, each once, with their names on the server. */
export function activityQueues(
  roles: readonly WorkerRole[],
  taskQueue: string,
): readonly { readonly queue: ActivityQueue; readonly name: string }[] {
  const names = queues(taskQueue);
  return (['reply', 'library', 'discord'] as const)
    .filter((queue) => hasRole(roles, roleOf[queue]))
    .map((queue) => ({ queue, name: names[queue] }));
}
