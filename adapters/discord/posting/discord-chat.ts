import type { Chat } from '../../../domain/ports/chat.ts';
import type { ChatParts } from './chat-parts.ts';
import { createSurface } from './discord-surface.ts';
import { createPosting } from './post-messages.ts';
import { createReading } from './read-messages.ts';

/** The chat port over REST. */
export const createDiscordChat = (parts: ChatParts): Chat => ({
  ...createReading(parts),
  ...createPosting(parts),
  ...createSurface(parts),
});
