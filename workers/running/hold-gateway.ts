import { hostname } from 'node:os';
import { PortError } from '../../domain/ports/errors.ts';
import type { Lease, Leases } from '../../domain/ports/records.ts';

const name = 'discord-gateway';
const renewedEveryMilliseconds = 15_000;
const staleAfterSeconds = 60;

/**
 * One process owns the gateway, since two would take every message in twice. Returns what gives it up. Throws when
 * another living process has it; one of this host that is dead, or one that has not renewed for a minute, is succeeded.
 */
export async function holdGateway({
  leases,
  now,
  lost,
  owner = `${hostname()} ${process.pid}`,
}: {
  readonly leases: Leases;
  readonly now: () => Date;
  /** Called when another process has taken over, or may. */
  readonly lost: (error: PortError) => void;
  readonly owner?: string;
}): Promise<() => Promise<void>> {
  const take = (closedOwners: readonly string[]): Promise<Lease> =>
    leases.acquire({ name, owner, now: now(), staleAfterSeconds, closedOwners });
  let lease = await take([]);
  if (lease.owner !== owner && isDead(lease.owner)) lease = await take([lease.owner]);
  if (lease.owner !== owner) throw held(lease);
  let renewedAt = performance.now();
  const renewal = setInterval(() => {
    // A store that is busy for a moment is asked again in time. Later another process may have it.
    const isStale = performance.now() - renewedAt > (staleAfterSeconds * 1_000) / 2;
    take([]).then(
      (current) => {
        if (current.owner !== owner) lost(held(current));
        else renewedAt = performance.now();
      },
      () => isStale && lost(notRenewed()),
    );
  }, renewedEveryMilliseconds);
  return async () => {
    clearInterval(renewal);
    await leases.release(name, owner);
  };
}

/** Whether it is certain that a process of this host has ended. */
function isDead(owner: string): boolean {
  const at = owner.lastIndexOf(' ');
  if (owner.slice(0, at) !== hostname()) return false;
  try {
    process.kill(Number(owner.slice(at + 1)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

const notRenewed = () =>
  new PortError({
    kind: 'final',
    code: 'discord_gateway_held',
    message:
      'The store has not confirmed for half a minute that this process listens to Discord, so another one may. It ends and ' +
      'can be started again.',
  });

function held({ owner, since }: Lease): PortError {
  const at = owner.lastIndexOf(' ');
  const [host, pid] = [owner.slice(0, at), owner.slice(at + 1)];
  return new PortError({
    kind: 'final',
    code: 'discord_gateway_held',
    message:
      `Another Steward listens to Discord already: process ${pid} on ${host}, since ${since}. ` +
      'Stop it first, or give this one the roles reply or library.',
  });
}
