import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client';
import type { Start } from '../../../workflows/contract/start.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { callServer, type OfSteward } from '../client/call-server.ts';

/** The ids of the schedules of one Steward. */
export const scheduleIds = (taskQueue: string) =>
  ({
    refresh: `${taskQueue}-refresh`,
    regenerate: `${taskQueue}-regenerate`,
    gaps: `${taskQueue}-gaps`,
    notices: `${taskQueue}-notices`,
  }) as const;

const noticesEveryMilliseconds = 15 * 60_000;

/**
 * Creates the schedules, or brings them in step with the config. Whether they are paused stays as an operator left it.
 * Regeneration has no times of its own and starts with the UI's Trigger.
 */
export async function ensureSchedules({
  client,
  taskQueue,
  refreshSeconds,
  gapSeconds,
}: OfSteward & {
  /** 0: only by hand. */
  readonly refreshSeconds: number;
  readonly gapSeconds: number;
}): Promise<void> {
  const ids = scheduleIds(taskQueue);
  const starts = startsOf(taskQueue);
  await ensureSchedule(client, {
    scheduleId: ids.refresh,
    spec: every(refreshSeconds),
    action: action(starts.refresh()),
    state: { paused: false },
  });
  await ensureSchedule(client, {
    scheduleId: ids.gaps,
    spec: every(gapSeconds),
    action: action(starts.gap()),
    state: {
      paused: false,
      note: 'Files unanswered questions by what the documents lack: npx steward gaps.',
    },
  });
  await ensureSchedule(client, {
    scheduleId: ids.notices,
    spec: { intervals: [{ every: noticesEveryMilliseconds }] },
    action: action(starts.notices()),
    state: { paused: false, note: 'Tells the team about problems, in discord.team_channel_id.' },
  });
  await ensureSchedule(client, {
    scheduleId: ids.regenerate,
    spec: {},
    action: action(starts.regenerate()),
    state: { paused: true, note: 'Rebuilds the library from the raw archive. Start it with Trigger.' },
  });
}

/**
 * Starts the refresh's schedule now. While a refresh runs, exactly one more follows it, so that what changed after its
 * first phase is taken up as well. A schedule that an operator has paused is left alone.
 */
export async function triggerRefresh({ client, taskQueue }: OfSteward): Promise<void> {
  const handle = client.schedule.getHandle(scheduleIds(taskQueue).refresh);
  const work = async () => {
    const { state } = await handle.describe();
    if (!state.paused) await handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
  };
  await callServer({ client, work });
}

/** 0 seconds: no times of its own. */
const every = (seconds: number): ScheduleSpec =>
  seconds > 0 ? { intervals: [{ every: seconds * 1000 }] } : {};

/** The time is appended to the workflow id at each start. */
const action = ({ workflowType, workflowId, taskQueue, args, priority }: Start) => ({
  type: 'startWorkflow' as const,
  workflowType,
  workflowId,
  taskQueue,
  args,
  priority,
});

interface ScheduleToEnsure {
  readonly scheduleId: string;
  readonly spec: ScheduleSpec;
  readonly action: ReturnType<typeof action>;
  readonly state: NonNullable<ScheduleOptions['state']>;
}

async function ensureSchedule(client: Client, wanted: ScheduleToEnsure): Promise<void> {
  const { scheduleId, spec, action, state } = wanted;
  // After a longer stop one run catches up with everything that was missed.
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' as const };
  const work = async () => {
    try {
      await client.schedule.create({ scheduleId, spec, action, state, policies });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule
        .getHandle(scheduleId)
        .update((former) => ({ spec, action, policies, state: former.state }));
    }
  };
  await callServer({ client, work });
}
