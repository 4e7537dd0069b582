import { ApplicationFlags, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { parsedAnswer, withDiscordFailure } from '../discord-failure.ts';
import { createRest } from '../discord-rest.ts';
import { inviteUrl } from './permissions.ts';

/** The link that invites the token's bot to a server, and whether "Message Content Intent" is on in the developer portal. */
export async function findInvitation(options: { readonly token: string; readonly apiUrl?: string }) {
  const read = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  const { id, flags } = await readApplication(createRest(options));
  return { url: inviteUrl(id), canReadMessages: (flags & read) !== 0 };
}

/** The application that the token belongs to. */
export async function readApplication(rest: REST): Promise<z.infer<typeof shownApplication>> {
  const where = 'the application';
  const answer = await withDiscordFailure(where, rest.get(Routes.currentApplication()));
  return parsedAnswer(where, answer, shownApplication);
}

const shownApplication = z.object({ id: z.string(), flags: z.number() });
