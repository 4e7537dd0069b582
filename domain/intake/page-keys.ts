import { httpKeyId } from './ask-snapshot.ts';

/** A key that web pages may contain. */
interface PageKey {
  readonly key: string;
  /** Of the pages that may use it. */
  readonly origins: readonly string[];
  /** The groups of sources that answer there; null for all. */
  readonly sources: readonly string[] | null;
  /** Null for no limit. */
  readonly questionsPerDay: number | null;
}

interface KeysConfig {
  readonly http: {
    readonly publishable_keys: Readonly<
      Record<string, Pick<PageKey, 'origins' | 'sources'> & { readonly questions_per_day: number | null }>
    >;
  };
}

export const pageKeysOf = ({ http: { publishable_keys: keys } }: KeysConfig): readonly PageKey[] =>
  Object.entries(keys).map(([key, { questions_per_day: questionsPerDay, ...given }]) => ({
    key,
    questionsPerDay,
    ...given,
  }));

/** The key over which a question came, by the channel id that it gave it; undefined for any other. */
export const pageKeyAt = (config: KeysConfig, channelId: string): PageKey | undefined =>
  pageKeysOf(config).find(({ key }) => httpKeyId(key) === channelId);
