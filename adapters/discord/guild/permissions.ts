import { PermissionFlagsBits } from 'discord.js';

/** The permissions that Steward needs in a channel. The invite link asks for exactly these. */
const neededPermissions = {
  'View Channels': PermissionFlagsBits.ViewChannel,
  'Send Messages': PermissionFlagsBits.SendMessages,
  'Create Public Threads': PermissionFlagsBits.CreatePublicThreads,
  'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
  'Read Message History': PermissionFlagsBits.ReadMessageHistory,
  'Add Reactions': PermissionFlagsBits.AddReactions,
} as const;

export type PermissionName = keyof typeof neededPermissions;

/** `permissions` are Steward's permissions in a channel. */
export const missingPermissions = (permissions: bigint): readonly PermissionName[] =>
  (Object.keys(neededPermissions) as PermissionName[]).filter(
    (name) => (permissions & neededPermissions[name]) === 0n,
  );

/** Whether these permissions make a person a moderator. Administrators always are. */
export const mayManageMessages = (permissions: bigint): boolean =>
  (permissions & (PermissionFlagsBits.ManageMessages | PermissionFlagsBits.Administrator)) !== 0n;

export const permissionNames = Object.keys(neededPermissions).join(', ');

/** The page on which a server's owner adds the bot. */
export function inviteUrl(applicationId: string): string {
  const bits = Object.values(neededPermissions).reduce((all, one) => all | one, 0n);
  const query = new URLSearchParams({ client_id: applicationId, scope: 'bot', permissions: String(bits) });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
