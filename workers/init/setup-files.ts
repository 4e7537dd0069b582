import { stringify } from 'yaml';

/** The owner's answers. An empty text is no answer. */
export interface Setup {
  /** A folder, or the address of a site. */
  readonly docs: string;
  /** Where members read the documents of a folder. */
  readonly publicUrl: string;
  /** What the project is. */
  readonly about: string;
  /** `extractive`, or a name that `baseUrl` knows. */
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Null for no Discord yet. */
  readonly discordToken: string | null;
  readonly guildIds: readonly string[];
  readonly channels: readonly string[];
  readonly teamRoleIds: readonly string[];
  readonly teamChannelId: string;
  /** The team approves each answer in its channel. */
  readonly preview: boolean;
}

/** Where a model is that has only a name. OpenAI's own tools read the same variable. */
export const openAiAddress = (env: Readonly<Record<string, string | undefined>>): string =>
  env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1';

export const isSite = (docs: string): boolean => /^https?:\/\//u.test(docs);

/** The text of a `config.yaml` of under 30 lines, without secrets: everything else has its default. `schema` is for editors. */
export function configText({
  schema,
  pagePort,
  ...setup
}: Setup & { readonly schema: string; readonly pagePort: number }): string {
  const { docs, publicUrl, guildIds, channels, teamRoleIds, teamChannelId, preview } = setup;
  const settings = {
    discord: {
      ...(guildIds.length > 0 && { guild_ids: guildIds }),
      ...(channels.length > 0 && {
        channels: Object.fromEntries(channels.map((name) => [name, preview ? { preview } : {}])),
      }),
      ...(teamRoleIds.length > 0 && { team_role_ids: teamRoleIds }),
      ...(teamChannelId !== '' && { team_channel_id: teamChannelId }),
    },
    ai_response: {
      llm: { model: setup.model, ...(setup.baseUrl !== null && { base_url: setup.baseUrl }) },
      ...(setup.about !== '' && { project_introduction: setup.about }),
    },
    kb: isSite(docs)
      ? { sources: [{ site: docs }] }
      : {
          sources_dir: docs,
          ...(publicUrl !== '' && { public_urls: { '': publicUrl.replace(/\/*$/, '/') } }),
        },
    http: { port: pagePort, page: true },
  };
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Every other setting has its default: docs/configuration.md',
    stringify(settings, { lineWidth: 0 }),
  ].join('\n');
}

export const tokenVariable = 'STEWARD__DISCORD__TOKEN';
export const apiKeyVariable = 'STEWARD__AI_RESPONSE__LLM__API_KEY';

/** The text of `.env` with the secrets; other lines stay. */
export function dotenvText(
  former: string,
  { apiKey, discordToken }: Pick<Setup, 'apiKey' | 'discordToken'>,
): string {
  const secrets: readonly (readonly [string, string | null])[] = [
    [tokenVariable, discordToken],
    [apiKeyVariable, apiKey],
  ];
  const set = secrets.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const dotenvLines = former
    .split('\n')
    .filter((line) => line !== '' && !set.some(([name]) => line.startsWith(`${name}=`)));
  return [...dotenvLines, ...set.map(([name, value]) => `${name}='${value}'`), ''].join('\n');
}
