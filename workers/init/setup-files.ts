import { stringify } from 'yaml';

/** What an owner has said. */
export interface Setup {
  /** A folder, or the address of a site. */
  readonly docs: string;
  /** `extractive`, or a name that `baseUrl` knows. */
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Null: the community in the terminal. */
  readonly discordToken: string | null;
  readonly guildIds: readonly string[];
  readonly channels: readonly string[];
}

export const isSite = (docs: string): boolean => /^https?:\/\//u.test(docs);

/** Under 20 lines: everything else keeps its default. Holds no secret. `schema` is for editors, as a path or an address. */
export function configText({
  docs,
  model,
  baseUrl,
  guildIds,
  channels,
  schema,
}: Omit<Setup, 'apiKey' | 'discordToken'> & { readonly schema: string }): string {
  const config = {
    ...(guildIds.length > 0 && {
      discord: { guild_ids: guildIds, channels: Object.fromEntries(channels.map((name) => [name, {}])) },
    }),
    ai_response: { llm: { model, ...(baseUrl !== null && { base_url: baseUrl }) } },
    kb: isSite(docs) ? { sources: [{ site: docs }] } : { sources_dir: docs },
  };
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Every other setting has its default: docs/configuration.md, or npx steward check --all',
    stringify(config),
  ].join('\n');
}

const tokenVariable = 'STEWARD__DISCORD__TOKEN';
const apiKeyVariable = 'STEWARD__AI_RESPONSE__LLM__API_KEY';

/** The secrets alone. What stands in a `.env` already and is none of them stays. */
export function dotenvText(
  former: string,
  { apiKey, discordToken }: Pick<Setup, 'apiKey' | 'discordToken'>,
): string {
  const secrets: readonly (readonly [string, string | null])[] = [
    [tokenVariable, discordToken],
    [apiKeyVariable, apiKey],
  ];
  const set = secrets.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const kept = former
    .split('\n')
    .filter((line) => line !== '' && !set.some(([name]) => line.startsWith(`${name}=`)));
  return [...kept, ...set.map(([name, value]) => `${name}='${value}'`), ''].join('\n');
}
