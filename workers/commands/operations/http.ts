import { randomBytes } from 'node:crypto';
import { pageKeysOf } from '../../../domain/intake/page-keys.ts';
import { countOf } from '../../../domain/values/text.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';
import { UsageError } from '../../cli/exit.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { printJson, printLine, printNote, printRows } from '../../cli/print.ts';

interface KeyOptions extends ConfigOption, JsonOption {
  readonly origin: readonly string[];
  readonly sources: readonly string[];
  readonly questionsPerDay?: number;
}

/** Lists the keys of web pages, or with an origin makes one: prints what to put into the configuration, which stays as it is. */
export function httpKey({ json, origin, sources, questionsPerDay, ...options }: KeyOptions): void {
  if (origin.length === 0) {
    const { config } = loadCommandConfig({ ...options, serves: true });
    if (sources.length > 0 || questionsPerDay !== undefined)
      throw new UsageError('Name the pages that may use the key: --origin https://docs.example.com');
    printRows(pageKeysOf(config), { json, textOf });
    if (!json && pageKeysOf(config).length === 0)
      printNote('There is none. To make one: npx steward http key --origin https://docs.example.com');
    return;
  }
  const origins = origin.map(originOf);
  const key = `docs-${randomBytes(9).toString('base64url')}`;
  if (json) return printJson({ key, origins, sources, questionsPerDay: questionsPerDay ?? null });
  const limits = [
    ...(sources.length > 0 ? [`      sources: [${sources.join(', ')}]`] : []),
    ...(questionsPerDay === undefined ? [] : [`      questions_per_day: ${questionsPerDay}`]),
  ];
  printNote('Put this into the configuration, and start the workers again. To revoke the key, take it out.');
  printLine(
    ['http:', '  publishable_keys:', `    ${key}:`, `      origins: [${origins.join(', ')}]`, ...limits].join(
      '\n',
    ),
  );
  printNote('Into the pages (docs/widget.md), with the address of your Steward:');
  printLine(`<script src="https://steward.example.com/widget.js" data-key="${key}" defer></script>`);
}

function originOf(text: string): string {
  const origin = URL.parse(text)?.origin;
  if (origin !== undefined && /^https?:/u.test(origin)) return origin;
  throw new UsageError(`--origin: an address such as https://docs.example.com, not ${text}`);
}

const textOf = ({ key, origins, sources, questionsPerDay }: ReturnType<typeof pageKeysOf>[number]): string =>
  [
    `${key}  ${origins.join(', ')}`,
    ...(sources === null ? [] : [`sources ${sources.join(', ')}`]),
    ...(questionsPerDay === null ? [] : [`${countOf(questionsPerDay, 'question')} a day`]),
  ].join('; ');
