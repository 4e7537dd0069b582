import { maskCredentials } from '../../../domain/intake/mask-credentials.ts';
import { knownLinks, checkLinks, unlinkUnknown } from '../../../domain/posting/answer-links.ts';
import { isBlankAnswer } from '../../../domain/posting/answer-text.ts';
import { discordMarkdown } from '../../../domain/posting/discord-markdown.ts';
import { plainFormulas } from '../../../domain/posting/plain-formulas.ts';
import type { AIResult } from '../../../domain/reply/ai-result.ts';
import type { AIReason } from '../../../domain/reply/reply-record-status.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';
import { cutAtSentence } from '../../../domain/values/text.ts';
import type { RunContext } from './run-context.ts';
import type { Draft, ReplyStateValue } from './state.ts';

/** The result of a run that has ended. */
export function graphResult(state: ReplyStateValue, { config }: RunContext): AIResult {
  const { draft, ended, loadedSources, restsOn, selectedSourceIds, subject, usedSources } = state;
  const { written, moderation, language, translatedQuestion, untranslatedAnswer } = state;
  const isGiven = draft !== null && ended === null;
  const text = isGiven ? textOf(draft, config.ai_response.max_answer_chars) : null;
  const shouldReply = isGiven && !isBlankAnswer(text);
  return {
    should_reply: shouldReply,
    reply_text: shouldReply ? text : null,
    citations: shouldReply ? draft.citations : [],
    debug: {
      reason: isGiven && !shouldReply ? 'not_covered' : (ended ?? reasonOf(state)),
      nearest: loadedSources,
      usedSources,
      restsOn,
      selectedSourceIds,
      ...(state.gateDecision?.is_question === false && { asksNothing: true }),
      topic: subject,
      answerType: draft?.answerType ?? null,
      confidence: draft?.confidence ?? null,
      written,
      moderation,
      language,
      translatedQuestion,
      untranslatedAnswer,
    },
  };
}

/** The reason of a run that no node has ended. */
function reasonOf({ draft, isRecalled }: ReplyStateValue): AIReason {
  if (isRecalled) return 'recalled';
  return draft?.answerType === 'clarifying' ? 'clarifying' : 'answered';
}

/**
 * Checks links before the text is cut, because titles change its length, and after, because a cut may end in code. The
 * team's words are Discord's Markdown already.
 */
function textOf({ text: drafted, citations, knownLinks: held }: Draft, maxAnswerChars: number): string {
  const isKnown = knownLinks(held);
  const isOfTeam = citations.length > 0 && citations.every(({ sourceId }) => isTeamSource(sourceId));
  // A page may hold a link with somebody's key in it; placeholders stay.
  const plain = plainFormulas(drafted).replaceAll(/https?:\/\/[^\s<>()]{1,2000}/giu, (url) =>
    maskCredentials(url),
  );
  const text = isOfTeam ? plain : discordMarkdown(plain);
  return unlinkUnknown(cutAtSentence(checkLinks({ text, isKnown, citations }), maxAnswerChars), isKnown);
}
