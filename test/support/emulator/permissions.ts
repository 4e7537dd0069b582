import { botPermissions, type World } from '../../../adapters/discord/emulator/world/world.ts';

/** Whether the bot has a permission in a channel, or in a thread's channel. */
export function botMay(world: World, locationId: string, permission: bigint): boolean {
  const channel = world.channels.get(world.threads.get(locationId)?.parent_id ?? locationId);
  let allowed = botPermissions;
  for (const role of [world.everyoneRoleId, world.botRoleId]) {
    const overwrite = channel?.permission_overwrites.find(({ id }) => id === role);
    if (overwrite) allowed = (allowed & ~BigInt(overwrite.deny)) | BigInt(overwrite.allow);
  }
  return (allowed & permission) !== 0n;
}

/** Takes a permission from the bot's role in one channel. */
export function denyBot(world: World, channelId: string, permission: bigint): void {
  const channel = world.channels.get(channelId);
  if (!channel) throw new Error(`no channel ${channelId}`);
  const others = channel.permission_overwrites.filter(({ id }) => id !== world.botRoleId);
  const own = { id: world.botRoleId, type: 0, allow: '0', deny: String(permission) } as const;
  world.channels.set(channelId, { ...channel, permission_overwrites: [...others, own] });
}
