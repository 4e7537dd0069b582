import { isMap, isSeq, parseDocument, type Document } from 'yaml';
import type { LoadedConfig } from '../../config/load.ts';

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

export const isSite = (docs: string): boolean => /^https?:\/\//u.test(docs);

/** The defaults of a first setup. */
export const noSetup: Setup = {
  docs: 'docs',
  publicUrl: '',
  about: '',
  model: '',
  baseUrl: null,
  apiKey: null,
  discordToken: null,
  guildIds: [],
  channels: ['help'],
  teamRoleIds: [],
  teamChannelId: '',
  preview: false,
};

/** The answers that a config already contains. */
export function setupOf({ config, origins }: Pick<LoadedConfig, 'config' | 'origins'>): Setup {
  const { discord, ai_response: ai, kb } = config;
  const channels = Object.entries(discord.channels);
  const folder = origins.has('kb.sources_dir') ? kb.sources_dir : null;
  return {
    docs: folder ?? kb.sources.find(({ site }) => site !== undefined)?.site ?? noSetup.docs,
    publicUrl: kb.public_urls[''] ?? '',
    about: ai.project_introduction,
    model: ai.llm.model ?? '',
    baseUrl: ai.llm.base_url,
    apiKey: ai.llm.api_key?.reveal() ?? null,
    discordToken: discord.token?.reveal() ?? null,
    guildIds: discord.guild_ids,
    channels: channels.length > 0 ? channels.map(([name]) => name) : noSetup.channels,
    teamRoleIds: discord.team_role_ids,
    teamChannelId: discord.team_channel_id ?? '',
    preview: channels.some(([, { preview }]) => preview),
  };
}

/**
 * The text of `config.yaml`, without secrets. A new one has under 30 lines, because everything else has its default. In `former`,
 * the text of an existing one, other settings stay. `schema` is a path or an address for editors.
 */
export function configText({
  schema,
  former = '',
  ...setup
}: Setup & { readonly schema: string; readonly former?: string }): string {
  const document = parseDocument(former);
  for (const [path, value] of settingsOf(setup)) put(document, path, value);
  putDocuments(document, setup);
  putChannels(document, setup);
  const lines = document.toString({ lineWidth: 0 });
  if (former.trim() !== '') return lines;
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Every other setting has its default: docs/configuration.md, or npx steward check --all',
    lines,
  ].join('\n');
}

type Path = readonly [string, ...string[]];

/** Settings with their values; null for the default. */
const settingsOf = (setup: Setup): readonly (readonly [Path, unknown])[] => [
  [['discord', 'guild_ids'], filled(setup.guildIds)],
  [['discord', 'team_role_ids'], filled(setup.teamRoleIds)],
  [['discord', 'team_channel_id'], filled(setup.teamChannelId)],
  [['ai_response', 'llm', 'model'], setup.model],
  [['ai_response', 'llm', 'base_url'], setup.baseUrl],
  [['ai_response', 'project_introduction'], filled(setup.about)],
];

const filled = <T extends { readonly length: number }>(value: T): T | null =>
  value.length > 0 ? value : null;

/** A site replaces a folder, and the reverse. */
function putDocuments(document: Document, { docs, publicUrl }: Setup): void {
  if (!isSite(docs)) {
    put(document, ['kb', 'sources_dir'], docs);
    put(document, ['kb', 'public_urls', ''], publicUrl === '' ? null : publicUrl.replace(/\/*$/, '/'));
    return;
  }
  put(document, ['kb', 'sources_dir'], null);
  const sourcesNode = document.getIn(['kb', 'sources']);
  if (JSON.stringify(sourcesNode ?? []).includes(JSON.stringify(docs))) return;
  // In a list, this replaces only the site that was offered as the former answer.
  const items = isSeq(sourcesNode) ? sourcesNode.items : [];
  const at = items.findIndex((item) => isMap(item) && item.has('site'));
  if (items.length === 0) put(document, ['kb', 'sources'], [{ site: docs }]);
  else document.setIn(['kb', 'sources', at === -1 ? items.length : at], document.createNode({ site: docs }));
}

function putChannels(document: Document, { guildIds, channels, preview }: Setup): void {
  const channelsNode = document.getIn(['discord', 'channels']);
  const names = isMap(channelsNode) ? channelsNode.items.map(({ key }) => String(key)) : [];
  const previewOf = (name: string) => document.getIn(['discord', 'channels', name, 'preview']) === true;
  const isChanged = preview !== names.some(previewOf);
  for (const name of names) if (!channels.includes(name)) put(document, ['discord', 'channels', name], null);
  if (guildIds.length === 0) return;
  for (const name of channels) {
    if (!isMap(document.getIn(['discord', 'channels', name])))
      put(document, ['discord', 'channels', name], preview ? { preview } : {});
    else if (isChanged) put(document, ['discord', 'channels', name, 'preview'], preview ? true : null);
  }
}

/** Sets a value, and replaces what is in its way, like an empty section. Null removes the setting. */
function put(document: Document, path: Path, value: unknown): void {
  for (let length = 1; length < path.length; length += 1) {
    const above = path.slice(0, length);
    if (document.hasIn(above) && !isMap(document.getIn(above))) document.deleteIn(above);
  }
  if (value !== null) document.setIn(path, document.createNode(value));
  else if (document.hasIn(path)) document.deleteIn(path);
}

export const tokenVariable = 'STEWARD__DISCORD__TOKEN';
const apiKeyVariable = 'STEWARD__AI_RESPONSE__LLM__API_KEY';

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
