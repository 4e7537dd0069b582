import { remembering } from '../../../domain/values/bounded.ts';

/* Code says `messageId` where SQL says `message_id`. */

/** More than all tables have. */
const mostNames = 1_000;

export const nameInSql = remembering(mostNames, (name) =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
);

export const nameInCode = remembering(mostNames, (name) =>
  name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
);
