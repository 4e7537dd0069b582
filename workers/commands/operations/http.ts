import type { PublishableKey } from '../../../domain/intake/publishable-keys.ts';
import { countOf } from '../../../domain/values/text.ts';
import { pageUrlOf } from '../../../config/schema/http.ts';
import { pageLink } from '../../../interactions/moderator-page.ts';
import { makeKey } from '../../../interactions/publishable-keys.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { printJson, printLine, printNote, printRows } from '../../cli/print.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface KeyOptions extends ConfigOption, JsonOption {
  readonly origin: readonly string[];
  readonly sources: readonly string[];
  readonly name?: string;
  readonly questionsPerDay?: number;
  readonly revoke?: string;
}

/** Prints a link to the moderators' page for whoever has the store. */
export const httpPage = (options: ConfigOption): Promise<void> =>
  withStorage({ ...options, reads: true }, async ({ config, storage }) => {
    const pageUrl = pageUrlOf(config.http);
    if (pageUrl === null)
      throw new UsageError('There is no page yet: set http.port and http.page (docs/page.md).');
    const operator = { userId: 'operator', isTeam: true, now: storage.now() };
    printLine(await pageLink(storage.records, { pageUrl, ...operator }));
    printNote('It works once, for ten minutes.');
    const serving = ['reply', 'all'];
    if (!(await storage.records.workers()).some(({ roles }) => roles.some((role) => serving.includes(role))))
      printNote('No worker with the role reply runs, and without one nothing serves it: npx steward worker');
  });

/** Lists the keys of web pages; with an origin makes one, with `revoke` ends one. Workers know of it within seconds. */
export async function httpKey({ json, revoke, ...options }: KeyOptions): Promise<void> {
  const { origin: addresses, sources: groups, name = '', questionsPerDay = null } = options;
  if (addresses.length === 0 && (groups.length > 0 || name !== '' || questionsPerDay !== null))
    throw new UsageError('Name the pages that may use the key: --origin https://docs.example.com');
  await withStorage({ ...options, reads: addresses.length === 0 }, async ({ config, storage }) => {
    const { records } = storage;
    if (revoke !== undefined) {
      if (!(await records.revokePublishableKey(revoke))) throw new UsageError(`There is no key ${revoke}.`);
      return printNote('It works no more. Take it out of your pages.');
    }
    if (addresses.length === 0) {
      const keys = await records.publishableKeys();
      printRows(keys, { json, textOf });
      if (!json && keys.length === 0)
        printNote('There is none. To make one: npx steward http key --origin https://docs.example.com');
      return;
    }
    const knownGroups = config.kb.sources.map(({ group }) => group);
    const made = await makeKey(records, { name, addresses, groups, questionsPerDay }, knownGroups);
    if (typeof made === 'string') throw new UsageError(made);
    if (json) return printJson(made);
    printNote(`It is kept in ${storage.place}, where the workers have to find it.`);
    printNote('Into the pages (docs/widget.md), with the address of your Steward:');
    const address = config.http.public_url ?? 'https://steward.example.com';
    printLine(`<script src="${address}/widget.js" data-key="${made.key}" defer></script>`);
    if (config.http.port === null) printNote('Set http.port, so that a worker serves it.');
  });
}

const textOf = ({ key, name, origins, sources, questionsPerDay }: PublishableKey): string =>
  [
    `${key}  ${[name, ...origins].filter(Boolean).join(', ')}`,
    ...(sources === null ? [] : [`sources ${sources.join(', ')}`]),
    ...(questionsPerDay === null ? [] : [`${countOf(questionsPerDay, 'question')} a day`]),
  ].join('; ');
