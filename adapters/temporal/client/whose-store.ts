import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client } from '@temporalio/client';
import { mistake } from '../../../domain/ports/errors.ts';
import { callServer, scheduleCallMilliseconds, type OfSteward } from './call-server.ts';

/** The store of a process. */
export interface OwnStore {
  readonly id: string;
  /** Its location, for people to read. */
  readonly place: string;
  /** Workers that reported to a store that several hosts share within the last minutes. */
  readonly usedBy: readonly string[];
}

/**
 * Checks that a task queue works with this store, whose id is in the memo of a paused schedule: processes with different stores
 * would silently lose each other's work. Throws a final `PortError` when the task queue has another store, or when the store's
 * workers run on another Temporal server. With `binds`, a task queue without a store gets this one.
 */
export async function requireOwnStore({
  client,
  taskQueue,
  store,
  binds,
}: OfSteward & {
  readonly store: OwnStore;
  readonly binds: boolean;
}): Promise<void> {
  const scheduleId = `${taskQueue}-store`;
  const schedule = await callServer(client, () => knownStore(client, scheduleId), scheduleCallMilliseconds);
  if (schedule !== null && schedule.id !== store.id)
    throw otherStore({ taskQueue, scheduleId, store, known: schedule });
  if (schedule !== null) return;
  if (store.usedBy.length > 0) throw otherTemporal(store);
  if (!binds) return;
  const work = async () => {
    try {
      await client.schedule.create({
        scheduleId,
        spec: {},
        action: { type: 'startWorkflow', workflowType: 'refreshWorkflow', taskQueue, args: [{}] },
        state: { paused: true, note: `Never runs: it names the store of ${taskQueue}, ${store.id}.` },
        memo: { store: store.id, place: store.place },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  };
  await callServer(client, work, scheduleCallMilliseconds);
  // When two processes start together, the second one finds the store of the first.
  await requireOwnStore({ client, taskQueue, store, binds: false });
}

type KnownStore = Pick<OwnStore, 'id' | 'place'>;

async function knownStore(client: Client, scheduleId: string): Promise<KnownStore | null> {
  try {
    const { memo } = await client.schedule.getHandle(scheduleId).describe();
    const { store, place } = memo ?? {};
    return typeof store === 'string' ? { id: store, place: typeof place === 'string' ? place : '' } : null;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

interface Refusal {
  readonly taskQueue: string;
  readonly scheduleId: string;
  readonly store: OwnStore;
}

const otherStore = ({ taskQueue, scheduleId, store, known }: Refusal & { readonly known: KnownStore }) =>
  mistake(
    'store_of_another',
    `This is the store ${store.id} in ${store.place}, and the task queue ${taskQueue} works with the store ` +
      `${known.id} in ${known.place}. Run this where that store is, or correct storage.data_dir; to give the task ` +
      `queue this store for good, delete the schedule ${scheduleId} in Temporal first.`,
  );

const otherTemporal = ({ place, usedBy }: OwnStore) =>
  mistake(
    'store_of_another',
    `The store in ${place} is used by ${usedBy.join(', ')}, and this Temporal server knows nothing of it. Set TEMPORAL_ADDRESS, ` +
      'TEMPORAL_NAMESPACE and temporal.task_queue as on their hosts; if they have moved to this server, stop them and wait three minutes.',
  );
