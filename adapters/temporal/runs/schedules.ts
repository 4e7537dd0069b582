import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client';
import { startsOf, type Start } from '../../../workflows/contract/starts.ts';
import { callServer, scheduleCallMilliseconds, type OfSteward } from '../client/call-server.ts';

/** The ids of the schedules of one Steward. */
export const scheduleIds = (taskQueue: string) =>
  ({
    refresh: `${taskQueue}-refresh`,
    regenerate: `${taskQueue}-regenerate`,
    notices: `${taskQueue}-notices`,
  }) as const;

const noticesSeconds = 15 * 60;

/**
 * Creates the schedules or updates them from the config. Those that an operator paused stay paused. Regeneration has no times and
 * starts with the UI's Trigger.
 */
export async function ensureSchedules({
  client,
  taskQueue,
  refreshSeconds,
  tellsTeam,
}: OfSteward & {
  /** 0 for starts by hand only. */
  readonly refreshSeconds: number;
  /** Whether there is a channel for notices. Without one there may be no bot either, and a run would wait for it forever. */
  readonly tellsTeam: boolean;
}): Promise<void> {
  const ids = scheduleIds(taskQueue);
  const starts = startsOf(taskQueue);
  await ensureSchedule(client, ids.refresh, starts.refresh(), every(refreshSeconds), { paused: false });
  await ensureSchedule(client, ids.notices, starts.notices(), every(tellsTeam ? noticesSeconds : 0), {
    paused: false,
    note: 'Tells the team about problems, in discord.team_channel_id.',
  });
  await ensureSchedule(client, ids.regenerate, starts.regenerate(), every(0), {
    paused: true,
    note: 'Rebuilds the library from the raw archive. Start it with Trigger.',
  });
}

/**
 * Triggers the schedule of the refresh, unless an operator has paused it. If a refresh runs, exactly one more follows it, so that
 * changes after its first phase are found as well.
 */
export async function triggerRefresh({ client, taskQueue }: OfSteward): Promise<void> {
  const handle = client.schedule.getHandle(scheduleIds(taskQueue).refresh);
  const work = async () => {
    const { state } = await handle.describe();
    if (!state.paused) await handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
  };
  await callServer(client, work, scheduleCallMilliseconds);
}

const every = (seconds: number): ScheduleSpec =>
  seconds > 0 ? { intervals: [{ every: seconds * 1000 }] } : {};

async function ensureSchedule(
  client: Client,
  scheduleId: string,
  { workflowType, workflowId, taskQueue, args, priority }: Start,
  spec: ScheduleSpec,
  state: NonNullable<ScheduleOptions['state']>,
): Promise<void> {
  // Temporal appends the time to the workflow id at each start.
  const action = { type: 'startWorkflow' as const, workflowType, workflowId, taskQueue, args, priority };
  // After a longer outage, one run catches up on everything that was missed.
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' as const };
  const work = async () => {
    try {
      await client.schedule.create({ scheduleId, spec, action, state, policies });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule
        .getHandle(scheduleId)
        .update((schedule) => ({ spec, action, policies, state: schedule.state }));
    }
  };
  await callServer(client, work, scheduleCallMilliseconds);
}
