import { remembering } from '../../../domain/values/bounded.ts';
import { snakeCase } from '../../../domain/values/snake-case.ts';

/* Code says `messageId` where SQL says `message_id`. */

/** More than all tables have. */
const mostNames = 1_000;

export const nameInSql = remembering(mostNames, snakeCase);

export const nameInCode = remembering(mostNames, (name) =>
  name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
);
