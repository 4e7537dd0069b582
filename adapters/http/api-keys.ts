import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Tells who a key belongs to: a short name made from it that says nothing about it. Null for a wrong one. */
export function keyOwners(keys: readonly string[]): (given: string) => string | null {
  const known = keys.map(digest);
  return (given) => {
    const asked = digest(given);
    // All are compared, so that the time tells nothing.
    const matches = known.filter((key) => timingSafeEqual(key, asked));
    return matches[0] ? matches[0].toString('hex').slice(0, 12) : null;
  };
}

/** From `Authorization: Bearer …` or `X-Api-Key: …`. */
export function keyIn(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const { authorization, 'x-api-key': own } = headers;
  if (typeof own === 'string') return own;
  return typeof authorization === 'string' ? (/^Bearer (\S+)$/iu.exec(authorization)?.[1] ?? '') : '';
}
