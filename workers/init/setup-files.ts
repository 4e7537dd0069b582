import { stringify } from 'yaml';

/** What an owner has said. An empty text says nothing. */
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
  /** Null: no Discord yet. */
  readonly discordToken: string | null;
  readonly guildIds: readonly string[];
  readonly channels: readonly string[];
  readonly teamRoleIds: readonly string[];
  readonly teamChannelId: string;
  /** The team approves each answer in its channel. */
  readonly preview: boolean;
}

export const isSite = (docs: string): boolean => /^https?:\/\//u.test(docs);

/** Under 30 lines: everything else keeps its default. Holds no secret. `schema` is for editors, as a path or an address. */
export function configText({ schema, ...setup }: Setup & { readonly schema: string }): string {
  const { docs, publicUrl, about, model, baseUrl } = setup;
  const discord = discordOf(setup);
  const config = {
    ...(Object.keys(discord).length > 0 && { discord }),
    ai_response: {
      llm: { model, ...(baseUrl !== null && { base_url: baseUrl }) },
      ...(about !== '' && { project_introduction: about }),
    },
    kb: isSite(docs)
      ? { sources: [{ site: docs }] }
      : {
          sources_dir: docs,
          ...(publicUrl !== '' && { public_urls: { '': publicUrl.replace(/\/*$/, '/') } }),
        },
  };
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Every other setting has its default: docs/configuration.md, or npx steward check --all',
    stringify(config),
  ].join('\n');
}

function discordOf({ guildIds, channels, teamRoleIds, teamChannelId, preview }: Setup) {
  return {
    ...(guildIds.length > 0 && { guild_ids: guildIds }),
    ...(teamRoleIds.length > 0 && { team_role_ids: teamRoleIds }),
    ...(teamChannelId !== '' && { team_channel_id: teamChannelId }),
    ...(guildIds.length > 0 && {
      channels: Object.fromEntries(channels.map((name) => [name, preview ? { preview } : {}])),
    }),
  };
}

export const tokenVariable = 'STEWARD__DISCORD__TOKEN';
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
