import type { DeskTexts } from '../domain/operations/desk-texts.ts';
import type { DailyLimits } from '../domain/ports/usage.ts';
import type { ShareLimits } from '../domain/ports/admission.ts';
import type { ModerationActions } from '../domain/moderation/moderation-types.ts';
import type { SourceOrigins } from '../domain/documents/source-origins.ts';
import type { Profile } from '../domain/reply/profile.ts';
import type { GraphSet } from '../domain/reply/reply-graph.ts';
import type { Topic } from '../domain/reply/topics.ts';

import type { AttachmentSettings } from './intake/fetch-attachment.ts';
import type { ImageSettings } from './intake/load-images.ts';

/** What the steps need to know from the config, already resolved. The wiring makes these from it. */

export interface ChannelSettings {
  /** `mention`: in threads that Steward opened, and where it is asked directly. */
  readonly mode: 'all' | 'mention' | 'confident';
  /** Unasked answers that the model is less sure of stay unsaid, from 0 to 10. Null: the channel takes any. */
  readonly minConfidence: number | null;
  /** Null: in forum channels only. */
  readonly answerThreads: boolean | null;
  readonly replyStyle: 'thread' | 'reply';
  readonly whenUnknown: 'silent' | 'say_so' | 'hand_over';
  /** Null: only where everyone can read. */
  readonly capture: boolean | null;
  /** Between unasked answers in the channel itself. */
  readonly cooldown: { readonly userSeconds: number; readonly channelSeconds: number };
  /** People may answer an unasked question first. */
  readonly answerAfterSeconds: number;
  /** The role that a member may call; null: none. */
  readonly helperRoleId: string | null;
  /** Answers wait for the team. */
  readonly preview: boolean;
  /** The name of a set of steps; null: the one for all channels. */
  readonly graph: string | null;
  /** The name of a profile; null: that of the guild. */
  readonly profile: string | null;
}

export interface ConversationSettings {
  /** Null: the channel is not listed, and nothing happens there. */
  channel(channelId: string): ChannelSettings | null;
  readonly quietWindow: { readonly waitSeconds: number; readonly maxWaitSeconds: number };
  readonly groupingWindowSeconds: number;
  readonly replyMaxAgeHours: number;
  readonly snapshotTtlHours: number;
  readonly desk: DeskSettings;
}

/** Buttons, drafts that wait, and where the team reads. */
export interface DeskSettings {
  /** Null: the team has no channel of its own. */
  readonly teamChannelId: string | null;
  readonly feedbackButtons: boolean;
  /** Set on a team message that was learned; null: none. */
  readonly capturedEmoji: string | null;
  readonly previewExpiresHours: number;
  /** How messages of long ago are put together. */
  readonly quietWindow: { readonly waitSeconds: number; readonly maxWaitSeconds: number };
  /** What may be spent on models. */
  readonly dailyLimits: DailyLimits;
  readonly texts: DeskTexts;
}

export interface ReplyTexts {
  readonly notCovered: string;
  readonly outOfScope: string;
  readonly cannotLookUp: string;
  /** Above the nearest pages, to two words. */
  readonly sayMore: string;
  /** To what moderation stops, and to what is in no language. */
  readonly refused: string;
  readonly nearestPages: string;
  readonly linksHeading: string;
  readonly answeredByTeam: string;
  /** Above an answer that was given before. */
  readonly earlierAnswer: string;
  /** Null: answers carry no footer. */
  readonly footer: string | null;
}

export interface ReplyPrompts {
  readonly gate: string;
  readonly recall: string;
  readonly selection: string;
  readonly answer: string;
  readonly verification: string;
  readonly personalData: string;
  readonly translation: string;
}

export interface AttachmentsOfReplies {
  readonly settings: AttachmentSettings;
  /** Null: images are not read. */
  readonly images: ImageSettings | null;
  readonly maxRetries: number;
  /** For the text files of one conversation, all together. */
  readonly maxTokens: number;
}

export interface EvaluationSettings {
  /** From 0 (none) to 1 (every answer). */
  readonly sampleRate: number;
  readonly beforePosting: boolean;
  /** Before posting: below it there is no answer. */
  readonly minScore: number;
  readonly prompt: string;
}

export interface ReplySettings {
  readonly evaluation: EvaluationSettings;
  readonly attachments: AttachmentsOfReplies;
  /** Every set of steps there is, by name. */
  readonly graphs: Readonly<Record<string, GraphSet>>;
  /** The set of a channel that names none. */
  readonly graph: string;
  readonly prompts: ReplyPrompts;
  /** By name. */
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Which profile a guild has, by its id. */
  readonly guildProfiles: Readonly<Record<string, string>>;
  /** Where neither the channel nor the guild names one. */
  readonly profile: Profile;
  /** Of what a profile adds to a prompt. */
  readonly maxProfileTokens: number;
  readonly topics: readonly Topic[];
  readonly requireCitations: boolean;
  readonly maxSources: number;
  /** A longer index goes to the model as its best entries. */
  readonly maxIndexTokens: number;
  /** For the texts of all loaded sources together. */
  readonly maxSourceTokens: number;
  readonly maxAnswerChars: number;
  /** How often generation may look something up. */
  readonly maxToolSteps: number;
  /** How often a draft that verification rejects is mended. */
  readonly maxRepairs: number;
  readonly maxHistoryTokens: number;
  readonly maxQuestionTokens: number;
  readonly maxRetries: number;
  readonly citations: {
    /** Whether links under answers are checked. */
    readonly checked: boolean;
    /** How long a link that led somewhere counts as checked. */
    readonly workingHours: number;
  };
  readonly graphTimeoutSeconds: number;
  readonly moderation: {
    /** What to do about each type, in a set of steps. */
    readonly actionsFor: (graph: string) => ModerationActions;
    readonly asksModel: boolean;
  };
  /** Of the day's calls and tokens. */
  readonly shares: { readonly perUser: ShareLimits; readonly perGuild: ShareLimits };
  /** In ISO 639-3: the language of the sources. */
  readonly workingLanguage: string;
  /** In the language of a member's words, as far as there are texts in it; else the config's. */
  readonly textsFor: (words: string) => ReplyTexts;
  /** For one attempt from its start to its row. */
  readonly requestTimeoutSeconds: number;
}

export interface KnowledgeSettings {
  /** Null: images are not read, and each is named instead. */
  readonly images: ImageSettings | null;
  readonly prompts: {
    readonly images: string;
    readonly document: string;
    readonly classification: string;
    readonly integration: string;
    readonly topic: string;
  };
  readonly projectIntroduction: string;
  readonly origins: SourceOrigins;
  readonly descriptionConcurrency: number;
  readonly downloadConcurrency: number;
  /** How long a page that was fetched counts as checked. */
  readonly urlCheckSeconds: number;
  /** Of one page. */
  readonly pageLimits: { readonly maxBytes: number; readonly timeoutSeconds: number };
  /** A longer document is described by its outline. */
  readonly maxDescribedTokens: number;
  /** More wait for an operator. */
  readonly maxRemovalsPerCapture: number;
  readonly mask: (text: string) => string;
}
