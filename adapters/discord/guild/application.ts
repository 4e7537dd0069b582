import { ApplicationFlags, Routes, type APIApplication } from 'discord.js';
import { discordFailure } from '../discord-failure.ts';
import { createRest } from '../discord-rest.ts';
import { inviteUrl } from './permissions.ts';

export interface Invitation {
  readonly url: string;
  /** The switch "Message Content Intent" of the developer portal. */
  readonly canReadMessages: boolean;
}

/** The link that adds the token's bot to a server. */
export async function findInvitation(options: {
  readonly token: string;
  readonly apiUrl?: string;
}): Promise<Invitation> {
  const read = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  try {
    const { id, flags } = (await createRest(options).get(Routes.currentApplication())) as APIApplication;
    return { url: inviteUrl(id), canReadMessages: (flags & read) !== 0 };
  } catch (error) {
    throw discordFailure(error, 'the application');
  }
}
