import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityNotFoundError } from '@temporalio/client';
import type { Log } from '../../../domain/ports/log.ts';
import { PortError, finalError, isFinal } from '../../../domain/ports/errors.ts';
import { gatewayId } from '../../../workflows/contract/names.ts';
import { gatewayStepId } from '../../../workflows/contract/operations.ts';
import { startsOf } from '../../../workflows/contract/starts.ts';
import { startNew } from './start-once.ts';
import { callServer, describeRun, isStillOpen, unlessGone, type OfSteward } from './call-server.ts';

/** Times in milliseconds. */
interface GatewayPace {
  readonly beat: number;
  /** A lease that was not confirmed for this long may belong to another process. */
  readonly trusted: number;
  /** A holder without heartbeats for this long is dead. It exceeds `trusted` and `beat` together. */
  readonly gone: number;
}

const usualPace: GatewayPace = { beat: 10_000, trusted: 30_000, gone: 60_000 };

const lookedEveryMilliseconds = 500;

interface GatewayRequest extends OfSteward {
  readonly applicationId: string;
  readonly self: GatewayProcess;
  readonly log: Log;
  readonly pace?: GatewayPace;
  /** Called when another process has the gateway. */
  readonly lost: (error: PortError) => void;
}

export interface GatewayLease {
  /** Throws unless this process certainly holds the gateway, also when Temporal does not answer. */
  readonly confirm: () => Promise<void>;
  readonly giveUp: () => Promise<void>;
}

/**
 * Leases Discord's gateway, so that only one process receives the messages of a Discord application: the one that started the
 * open run `gateway/<application id>`, whatever its store, queues or host. Throws while another living process has the lease.
 * Replaces a dead process of this host at once, and any other after a minute without heartbeats. Does not see processes on other
 * Temporal servers or in other namespaces.
 */
export async function holdGateway(request: GatewayRequest): Promise<GatewayLease> {
  const { pace = usualPace } = request;
  let runId = await take(request);
  let confirmedAt = Date.now();
  let lost: unknown = null;
  let renewing: Promise<void> | null = null;
  const renewOnce = async () => {
    const askedAt = Date.now();
    if (!(await beat(request, runId))) {
      // An operator has ended the run, or the server has lost it.
      const started = await start(request);
      const other = started === null ? await look(request) : null;
      if (other) throw gatewayHeld(other);
      if (started === null) return;
      runId = started;
    }
    confirmedAt = askedAt;
  };
  /** An outage of Temporal does not end the lease, because nobody can take it meanwhile. */
  const renew = () =>
    (renewing ??= renewOnce()
      .catch((error: unknown) => {
        if (isFinal(error)) {
          lost = error;
          request.lost(error);
        }
        throw error;
      })
      .finally(() => {
        renewing = null;
      }));
  const beating = setInterval(() => void renew().catch(() => {}), pace.beat);
  return {
    async confirm() {
      if (lost === null && Date.now() - confirmedAt > pace.trusted) await renew();
      if (lost !== null) throw lost;
    },
    async giveUp() {
      clearInterval(beating);
      // If the server does not answer, the run stays open, and the next process finds this one dead.
      await end(request, runId).catch(() => {});
    },
  };
}

async function take(request: GatewayRequest): Promise<string> {
  for (;;) {
    const started = await start(request);
    if (started !== null) return started;
    const holder = await look(request);
    if (holder === null) continue;
    if (!isDead(holder, request.self) && (await isAlive(request, holder))) throw gatewayHeld(holder);
    await end(request, holder.runId);
  }
}

/** Returns null while a run is open, because Temporal allows only one for each id. */
async function start({ client, taskQueue, applicationId, self }: GatewayRequest): Promise<string | null> {
  const wanted = startsOf(taskQueue).gateway({ applicationId });
  return (await startNew(client, { ...wanted, memo: { ...self } }))?.runId ?? null;
}

interface Holder extends GatewayProcess {
  readonly runId: string;
  readonly since: Date;
  /** Changes with every heartbeat. */
  readonly beat: string | null;
}

/** Who holds the gateway, or null. */
async function look(
  { client, applicationId }: Pick<GatewayRequest, 'client' | 'applicationId'>,
  run?: string,
): Promise<Holder | null> {
  const description = await describeRun(client, gatewayId(applicationId), run);
  if (!description || !isStillOpen(description)) return null;
  const { runId, startTime, memo, raw } = description;
  const { seconds, nanos } = raw.pendingActivities?.[0]?.lastHeartbeatTime ?? {};
  const named = (memo ?? {}) as Partial<GatewayProcess>;
  return {
    host: String(named.host),
    pid: Number(named.pid),
    pids: String(named.pids),
    runId,
    since: startTime,
    beat: seconds === undefined ? null : `${String(seconds)}.${nanos ?? 0}`,
  };
}

/** Sends a heartbeat. Returns false when the run is no longer open. */
async function beat(request: GatewayRequest, runId: string): Promise<boolean> {
  const { client, applicationId } = request;
  const step = { workflowId: gatewayId(applicationId), runId, activityId: gatewayStepId };
  try {
    await callServer(client, () => client.activity.heartbeat(step));
    return true;
  } catch (error) {
    if (error instanceof PortError) throw error;
    // The step does not exist before this process has workers, or after an operator has cancelled the run.
    if (!(error instanceof ActivityNotFoundError)) request.log.warn({}, 'discord.gateway_not_confirmed');
    return (await look(request, runId)) !== null;
  }
}

/** Waits for a heartbeat of the holder, which sends one every ten seconds. */
async function isAlive(request: GatewayRequest, holder: Holder): Promise<boolean> {
  const { host, pid, since } = holder;
  const { gone } = request.pace ?? usualPace;
  request.log.info({ host, pid, since: since.toISOString() }, 'discord.gateway_waited_for');
  for (const end = Date.now() + gone; Date.now() < end; await sleep(lookedEveryMilliseconds)) {
    const now = await look(request);
    if (now?.runId !== holder.runId) return false;
    if (now.beat !== holder.beat) return true;
  }
  return false;
}

async function end({ client, applicationId }: GatewayRequest, runId: string): Promise<void> {
  const run = client.workflow.getHandle(gatewayId(applicationId), runId);
  await callServer(client, () => unlessGone(run.terminate('the process no longer listens')));
}

/** A later start may find the gateway free. */
const gatewayHeld = ({ host, pid, since }: Holder): PortError =>
  finalError(
    'discord_gateway_held',
    `Another Steward listens to Discord with this token already: process ${pid} on ${host}, since ${since.toISOString()}. ` +
      'Stop it first, give this one the roles reply or library, or make an application of its own at Discord for this one.',
  );

/** A process that holds Discord's gateway, as the memo of its run describes it. */
export interface GatewayProcess {
  readonly host: string;
  readonly pid: number;
  /** The namespace of the pid: containers on one host number their processes separately. */
  readonly pids: string;
}

export const thisProcess = (): GatewayProcess => ({
  host: hostname(),
  pid: process.pid,
  pids: pidNamespace(),
});

/** Whether a process has certainly ended. One with this process's own pid has, because the pid was given out again. */
function isDead({ host, pid, pids }: GatewayProcess, self: GatewayProcess): boolean {
  if (host !== self.host || pids !== self.pids) return false;
  return pid === self.pid || hasEnded(pid);
}

/** Whether no process of this host has the id. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
