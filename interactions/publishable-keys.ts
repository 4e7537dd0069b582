import { randomBytes } from 'node:crypto';
import { originOf, type PublishableKey, type WantedKey } from '../domain/intake/publishable-keys.ts';
import type { PageRecords } from '../domain/ports/handler-records.ts';

/** Makes a key for web pages, or says in a sentence what is wrong. `known` are the groups of the config's sources. */
export async function makeKey(
  records: Pick<PageRecords, 'savePublishableKey'>,
  { name, addresses, groups, questionsPerDay }: WantedKey,
  groupNames: readonly (string | undefined)[],
): Promise<PublishableKey | string> {
  const wrong = addresses.find((address) => originOf(address) === null);
  if (wrong !== undefined || addresses.length === 0)
    return `Name the pages that may use the key by addresses such as https://docs.example.com${wrong === undefined ? '' : `, not ${wrong}`}.`;
  const unknown = groups.find((group) => !groupNames.includes(group));
  if (unknown !== undefined) return `No source of kb.sources has the group ${unknown}.`;
  const key: PublishableKey = {
    key: `docs-${randomBytes(9).toString('base64url')}`,
    name,
    origins: [...new Set(addresses.flatMap((address) => originOf(address) ?? []))],
    sources: groups.length > 0 ? groups : null,
    questionsPerDay,
  };
  await records.savePublishableKey(key);
  return key;
}
