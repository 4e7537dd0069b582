import type { AttachmentSettings } from '../../activities/intake/fetch-attachment.ts';
import type { ImageSettings } from '../../activities/intake/load-images.ts';
import type {
  ConversationSettings,
  KnowledgeSettings,
  ReplySettings,
  ReplyTexts,
} from '../../activities/settings.ts';
import type { Config } from '../../config/schema.ts';
import type { MemberTexts } from '../../config/texts.ts';
import { detectLanguage } from '../../domain/language/detect-language.ts';
import { graphSets, withVerification } from '../../domain/reply/reply-graph.ts';
import { profileOf, profilesOf } from '../../config/profiles.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import type { ShareLimits } from '../../domain/ports/admission.ts';
import { moderationActions } from '../../domain/moderation/moderation-types.ts';
import { maskPersonalData } from '../../domain/moderation/mask-personal-data.ts';

import { sourceOrigins } from './source-origins.ts';

/** The config, as the steps want it. */

const snapshotTtlHours = 24 * 30;

/** `listed`: a channel's id, and what the config lists it as. Null: no allow-list, as in the terminal. */
export function conversationSettings(
  { budget, discord, texts }: Config,
  { listed: names }: { readonly listed: ReadonlyMap<string, string> | null },
): ConversationSettings {
  return {
    channel: (channelId) => {
      if (names && !names.has(channelId)) return null;
      const listed = discord.channels[names?.get(channelId) ?? channelId];
      return {
        mode: listed?.mode ?? 'all',
        minConfidence: listed?.mode === 'confident' ? discord.min_confidence : null,
        answerThreads: listed?.answer_threads ?? null,
        replyStyle: listed?.reply_style ?? 'thread',
        whenUnknown: listed?.when_unknown ?? 'silent',
        capture: listed?.capture ?? null,
        cooldown: cooldownOf(listed),
        answerAfterSeconds: listed?.answer_after_seconds ?? 0,
        helperRoleId: listed?.helper_role_id ?? null,
        preview: listed?.preview ?? false,
        graph: listed?.graph ?? null,
        profile: listed?.profile ?? null,
      };
    },
    quietWindow: {
      waitSeconds: discord.message_batch_wait_seconds,
      maxWaitSeconds: discord.message_batch_max_wait_seconds,
    },
    groupingWindowSeconds: discord.message_grouping_window_seconds,
    replyMaxAgeHours: discord.reply_max_age_hours,
    snapshotTtlHours,
    desk: {
      teamChannelId: discord.team_channel_id,
      feedbackButtons: discord.feedback_buttons,
      capturedEmoji: discord.captured_emoji,
      previewExpiresHours: discord.preview_expires_hours,
      quietWindow: {
        waitSeconds: discord.message_batch_wait_seconds,
        maxWaitSeconds: discord.message_batch_max_wait_seconds,
      },
      dailyLimits: { usd: budget.usd_per_day, tokens: budget.tokens_per_day, calls: budget.calls_per_day },
      texts: texts[texts.language].desk,
    },
  };
}

type Channel = Config['discord']['channels'][string];

/** A community in the terminal lists no channels, and waits for nothing. */
const cooldownOf = (listed: Channel | undefined) => ({
  userSeconds: listed?.user_cooldown_seconds ?? 0,
  channelSeconds: listed?.channel_cooldown_seconds ?? 0,
});

const shareOf = (share: Config['budget']['per_user']): ShareLimits => ({
  calls: share.calls_per_day,
  tokens: share.tokens_per_day,
});

const attachmentSettings = ({ ai_response: ai }: Config): AttachmentSettings => ({
  hosts: ai.attachment_hosts,
  timeoutSeconds: ai.image_download_timeout_seconds,
});

const imageSettings = (config: Config): ImageSettings | null =>
  config.ai_response.llm_enable_image
    ? {
        ...attachmentSettings(config),
        maxImageBytes: config.ai_response.image_max_megabytes * 1_000_000,
      }
    : null;

export function replySettings(config: Config): ReplySettings {
  const { ai_response: ai, budget, discord, moderation, texts } = config;
  const sets = Object.entries({ ...graphSets, ...ai.graphs });
  return {
    graphs: Object.fromEntries(
      sets.map(([name, set]) => [name, withVerification(set, ai.enable_verification)]),
    ),
    graph: ai.graph,
    evaluation: {
      sampleRate: ai.evaluation.sample_rate,
      beforePosting: ai.evaluation.before_posting,
      minScore: ai.evaluation.min_score,
      prompt: ai.evaluation.prompt,
    },
    attachments: {
      settings: attachmentSettings(config),
      images: imageSettings(config),
      maxRetries: ai.image_download_max_retries,
      maxTokens: ai.token_budgets.attachments,
    },
    prompts: {
      gate: ai.gating_prompt,
      recall: ai.recall_prompt,
      selection: ai.selection_prompt,
      answer: ai.answer_prompt,
      verification: ai.verification_prompt,
      personalData: moderation.personal_data_prompt,
      translation: ai.translation_prompt,
    },
    profiles: profilesOf(ai),
    guildProfiles: discord.guild_profiles,
    profile: profileOf(ai, ai.profile === null ? undefined : ai.profiles[ai.profile]),
    maxProfileTokens: ai.token_budgets.system,
    topics: Object.entries(ai.topics).map(([name, { aliases, scenario, topic_url }]) => ({
      name,
      aliases,
      scenario,
      url: topic_url,
    })),
    requireCitations: ai.require_citations,
    maxSources: ai.max_sources,
    maxIndexTokens: ai.max_index_tokens,
    maxSourceTokens: ai.token_budgets.sources,
    maxAnswerChars: ai.max_answer_chars,
    maxHistoryTokens: ai.token_budgets.history,
    maxQuestionTokens: ai.token_budgets.query,
    maxRetries: ai.llm.max_retries,
    citations: {
      checked: config.pages.check_citations,
      workingHours: config.pages.citation_cache_hours,
    },
    maxToolSteps: ai.max_tool_steps,
    maxRepairs: ai.repair_rejected ? 1 : 0,
    graphTimeoutSeconds: ai.graph_timeout_seconds,
    requestTimeoutSeconds: ai.request_timeout_seconds,
    moderation: {
      actionsFor: (graph) =>
        moderationActions(
          moderation.profile ?? (graph === 'strict' ? 'strict' : 'community'),
          moderation.actions,
        ),
      asksModel: moderation.personal_data_model,
    },
    shares: { perUser: shareOf(budget.per_user), perGuild: shareOf(budget.per_guild) },
    workingLanguage: ai.working_language,
    textsFor: (words) => replyTexts(texts[textLanguages[detectLanguage(words)] ?? texts.language], ai.footer),
  };
}

const textLanguages: Readonly<Record<string, 'en' | 'fr'>> = { eng: 'en', fra: 'fr' };

const replyTexts = (words: MemberTexts, hasFooter: boolean): ReplyTexts => ({
  notCovered: words.not_covered,
  outOfScope: words.out_of_scope,
  cannotLookUp: words.cannot_look_up,
  sayMore: words.say_more,
  refused: words.refused,
  nearestPages: words.nearest_pages,
  linksHeading: words.links_heading,
  answeredByTeam: words.answered_by_team,
  earlierAnswer: words.earlier_answer,
  footer: hasFooter ? words.ai_footer : null,
});

export function knowledgeSettings(config: Config): KnowledgeSettings {
  const { ai_response: ai, kb, pages } = config;
  return {
    images: imageSettings(config),
    prompts: {
      images: kb.team_image_summary_prompt,
      document: ai.summarization_prompt,
      classification: kb.team_classification_prompt,
      integration: kb.team_integration_prompt,
      topic: kb.team_summarization_prompt,
    },
    projectIntroduction: ai.project_introduction,
    origins: sourceOrigins(config),
    descriptionConcurrency: kb.summarization_concurrency,
    downloadConcurrency: kb.url_download_concurrency,
    urlCheckSeconds: kb.url_check_interval_seconds,
    pageLimits: { maxBytes: pages.max_megabytes * 1_000_000, timeoutSeconds: pages.timeout_seconds },
    maxDescribedTokens: kb.description_max_tokens,
    maxRemovalsPerCapture: kb.max_removals_per_capture,
    mask: captureMasks[kb.capture_mask],
  };
}

const captureMasks: Readonly<Record<Config['kb']['capture_mask'], (text: string) => string>> = {
  secrets: maskCredentials,
  secrets_and_personal: maskPersonalData,
  none: (text) => text,
};
