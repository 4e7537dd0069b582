import type { ChannelFor } from '../config/channel-for.ts';
import type { Config } from '../config/schema.ts';
import type { Texts } from '../config/schema/texts.ts';
import type { TextsFor } from '../config/texts-for.ts';
import type { SourceOrigins } from '../domain/documents/source-origins.ts';
import type { Chat } from '../domain/ports/chat.ts';
import type { Log } from '../domain/ports/log.ts';
import type { Library } from '../domain/ports/library.ts';
import type { Embeddings, Model } from '../domain/ports/model.ts';
import type { Pages } from '../domain/ports/pages.ts';
import type { Records } from '../domain/ports/records.ts';
import type { Runs, RunStarts } from '../domain/ports/runs.ts';
import type { DocumentIndex, Documents, KnownSources, Sources } from '../domain/ports/sources.ts';

interface Common {
  readonly records: Records;
  readonly pages: Pages;
  readonly log: Log;
  readonly now: () => Date;
}

export interface DiscordDeps extends Common {
  readonly chat: Chat;
  readonly library: Pick<
    Library,
    'rawEntries' | 'retracted' | 'erasedSince' | 'failedCaptures' | 'liveGeneration' | 'topics'
  >;
  readonly config: Pick<Config, 'ai_response' | 'budget' | 'discord' | 'kb' | 'texts'>;
  readonly channelFor: ChannelFor;
  readonly textsFor: TextsFor;
  /** The texts in the community's language. */
  readonly texts: Texts;
}

/** The additional dependencies of `tellTeam`. */
export interface NoticeDeps extends DiscordDeps {
  readonly knownSources: Pick<KnownSources, 'all'>;
  readonly runs: Pick<Runs, 'stuck'>;
}

export interface ReplyDeps extends Common {
  readonly model: Model;
  readonly sources: Sources;
  readonly documentIndex: Pick<DocumentIndex, 'readCache'>;
  readonly countTokens: (text: string) => number;
  /** Without them the questions of gaps are compared by words. */
  readonly embeddings?: Embeddings | null;
  readonly library: Library;
  readonly config: Pick<
    Config,
    'ai_response' | 'budget' | 'discord' | 'http' | 'kb' | 'moderation' | 'pages' | 'texts'
  >;
  readonly channelFor: ChannelFor;
  readonly textsFor: TextsFor;
}

export interface LibraryDeps extends Common {
  readonly model: Model;
  readonly sources: Sources;
  readonly documents: Documents;
  readonly knownSources: KnownSources;
  readonly countTokens: (text: string) => number;
  readonly library: Library;
  readonly runs: Pick<Runs & RunStarts, 'captureState' | 'isClosed' | 'startRecheck' | 'startLateAnswer'>;
  readonly config: Pick<Config, 'ai_response' | 'kb' | 'moderation' | 'pages'>;
  readonly origins: SourceOrigins;
  readonly channelFor: ChannelFor;
}
