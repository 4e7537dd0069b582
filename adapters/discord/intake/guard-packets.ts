import type { Client, GatewayDispatchPayload } from 'discord.js';
import { faultFields } from '../../../domain/ports/errors.ts';
import type { Log } from '../../../domain/ports/log.ts';

/** What discord.js calls with each packet: Steward's listeners first, then its own handlers. Its types hide the second. */
interface PacketCalls {
  emit: (kind: string, data: unknown, shardId: number) => boolean;
  handlePacket: (packet?: GatewayDispatchPayload, shard?: unknown) => boolean;
}

/**
 * Discord may send what a listener or discord.js cannot read, and discord.js would let the error end the process. Such a packet is
 * logged by its kind and id. A message in it is not lost: Steward's listener has it, and reads it by itself.
 */
export function guardPackets(client: Client, log: Log): void {
  const calls = client.ws as unknown as PacketCalls;
  const { emit, handlePacket } = calls;
  const guarded = (kind: string, data: unknown, work: () => boolean): boolean => {
    try {
      return work();
    } catch (error) {
      const { id = null } = (data ?? {}) as { readonly id?: unknown };
      log.warn({ kind, id, ...faultFields(error) }, 'discord.packet_unreadable');
      return true;
    }
  };
  calls.emit = (kind, data, shardId) => guarded(kind, data, () => emit.call(calls, kind, data, shardId));
  calls.handlePacket = (packet, shard) =>
    guarded(packet?.t ?? 'none', packet?.d, () => handlePacket.call(calls, packet, shard));
}
