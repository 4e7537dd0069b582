/** A setting that moderators may change, as names from the config's root: `['discord', 'channels', 'help', 'mode']`. */
export type SettingPath = readonly string[];

/** A moderator's change of a setting. The newest one of a path counts. */
export interface SettingChange {
  readonly path: SettingPath;
  /** Plain data. Null: as the file says. */
  readonly value: unknown;
  /** A Discord user's id. */
  readonly changedBy: string;
  /** RFC 3339, UTC. */
  readonly changedAt: string;
}

/** The changes that count, oldest first. */
export function changesInForce(changes: readonly SettingChange[]): readonly SettingChange[] {
  const newest = new Map<string, SettingChange>();
  for (const change of changes) {
    const key = JSON.stringify(change.path);
    newest.delete(key);
    newest.set(key, change);
  }
  return [...newest.values()].filter(({ value }) => value !== null);
}

export type SourceEntry = Readonly<
  Partial<Record<'site' | 'url' | 'github' | 'openapi' | 'folder', unknown>>
>;

/** What tells an entry of `kb.sources` from others: its address or folder. */
export const sourceAddress = ({ site, url, github, openapi, folder }: SourceEntry): string =>
  String(site ?? url ?? github ?? openapi ?? folder);

/** A repository as owner/name, also where people copy the address of its page. */
export const repositoryIn = (text: string): string =>
  /^(?:https?:\/\/)?(?:www\.)?github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git|\/.*)?$/iu.exec(text)?.[1] ?? text;

/** An address in one form, also one without `https://`. */
export const writtenAddress = (text: string): string =>
  URL.parse(/^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`)?.href ?? text;

/** Settings of a channel that moderators may change. */
export const channelSettings = ['mode', 'when_unknown', 'how_sure', 'sources'] as const;

/** Their names on the page. */
export const channelWords = {
  mode: 'Answers',
  when_unknown: 'If nothing covers it',
  how_sure: 'How sure, 0 to 10',
  sources: 'Groups of sources',
} as const satisfies Record<(typeof channelSettings)[number], string>;

/** What moderators call a setting. */
export function settingWords([section, , name = '', key]: SettingPath): string {
  if (section === 'ai_response') return 'About the project';
  const setting = channelSettings.find((one) => one === key);
  return setting ? `${name}: ${channelWords[setting]}` : name;
}

/**
 * Whether moderators may change it: the introduction, channels and these settings of theirs, and sources on the web. Tokens, addresses of
 * models, folders and storage stay in files.
 */
export function isChangeable([section, group, name, ...rest]: SettingPath): boolean {
  if (section === 'ai_response') return group === 'project_introduction' && name === undefined;
  if (name === undefined) return false;
  if (section === 'kb') return group === 'sources' && rest.length === 0;
  const [setting, ...more] = rest;
  return (
    section === 'discord' &&
    group === 'channels' &&
    more.length === 0 &&
    (setting === undefined || channelSettings.some((one) => one === setting))
  );
}
