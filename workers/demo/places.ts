import { resolve } from 'node:path';

/** The folder for the data of `demo` and `dev`, in the working directory. */
export const home = resolve('.steward');

/** The conversation on the emulated Discord, in a data folder. */
export const conversationFile = 'discord.json';
