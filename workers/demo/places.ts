import { resolve } from 'node:path';

/** What `demo` and `dev` keep, in the folder where they are started. */
export const home = resolve('.steward');

/** What was said on the emulated Discord, in a data folder. */
export const conversationFile = 'discord.json';
