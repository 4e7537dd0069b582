import { snapshotOfRow } from '../../../domain/intake/form-snapshot.ts';
import { reader } from '../../../domain/documents/known-sources.ts';
import { lastDecision } from '../../../domain/models/decisions.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { isFinal } from '../../../domain/ports/errors.ts';
import type { LoadedSource } from '../../../domain/ports/sources.ts';
import { questionIdOf, type ReplyRecord } from '../../../domain/reply/reply-record.ts';
import { isAnswer } from '../../../domain/reply/reply-record-status.ts';
import { composeAnswer } from '../../../domain/posting/compose-reply.ts';
import { isTeamSource } from '../../../domain/team/topic-slug.ts';
import { teamTurns } from '../../../domain/team/erased-turns.ts';
import { mayBeRechecked, presentState, restsOn } from '../../../domain/reply/rests-on.ts';
import { failsOneInput } from '../../errors.ts';
import { stepRun } from '../../heartbeat.ts';
import { askBeside } from '../../models/system-message.ts';
import { attemptAnswer, findProjectProfile, type GraphDeps } from '../attempt-answer.ts';
import { todaySection } from '../graph/ask-model.ts';
import { answerSections } from '../judge-answer.ts';
import { presentHashes } from './find-outdated.ts';
import { requestTimeOf } from '../request-time.ts';
import { writeAnswer } from '../write-answer.ts';

/** More than ever wait for a team. */
const mostHeld = 1_000;

/**
 * `holds`: a model found the answer right by the present texts. `unclear`: no model can judge it, and none is asked again. `noted`: it
 * does not hold, and nobody is to be told. `answered` and `held`: the revision has a new answer, or says that there is none any
 * more; `held` waits for the team.
 */
type RecheckOutcome = 'gone' | 'holds' | 'unclear' | 'noted' | 'answered' | 'held';

interface Rechecked {
  readonly outcome: RecheckOutcome;
  /** Drafts of former looks, which waited for the team and count no more. */
  readonly outdated: readonly string[];
}

/**
 * Looks at a posted answer whose sources have changed: verifies it, and sends its question through the graph again if it no longer
 * holds. The row then rests on the present texts, so that the same change is looked at once. Runs at least once: a revision
 * that is there already is returned without a call.
 */
export async function recheckAnswer(
  deps: GraphDeps,
  { messageId, revisionId }: { readonly messageId: string; readonly revisionId: string },
): Promise<Rechecked> {
  const { records, config, now, log } = deps;
  const { recheck } = config.ai_response;
  const record = await records.replyRecord(messageId);
  let revision = await records.replyRecord(revisionId);
  const isOff = recheck.then === 'off' && record !== null && !isCorrected(record);
  if (!record || isOff || (!revision && !mayBeRechecked(record))) return { outcome: 'gone', outdated: [] };
  const generation = await deps.library.liveGeneration();
  const sources = await loadCited(deps, record, generation);
  const answer = record.untranslatedAnswer ?? record.answer ?? '';
  const question = record.translatedQuestion ?? record.question;
  const { sections, excerpts } = answerSections(deps, { question, answer, sources });
  const rests = { reader, sources: restsOn({ sources, excerpts, citations: record.citations, answer }) };
  const stateNow = async () =>
    (await presentState(record.restsOn ?? rests, presentHashes(deps, generation))) ?? '';
  // An answer waits for sources that are all gone, and one that was taken back for other words in them.
  const waitsFor = record.answer === null || sources.length === 0 ? await stateNow() : null;
  let outdated: readonly string[] = [];
  const save = async (outcome: RecheckOutcome): Promise<Rechecked> => {
    const rechecked = {
      at: now().toISOString(),
      holds: outcome === 'holds',
      ...(outcome === 'noted' && { isUntold: true as const }),
    };
    const restsNow = waitsFor !== null && record.restsOn ? { ...record.restsOn, missing: waitsFor } : rests;
    // The same words from elsewhere, as from a page that has moved.
    const { citations = [], restsOn: elsewhere } = revision ?? {};
    const isMoved = outcome === 'answered' && revision?.status === 'skipped' && citations.length > 0;
    const look = {
      restsOn: restsNow,
      ...(isMoved && elsewhere && { citations, restsOn: elsewhere }),
      ...(outcome !== 'unclear' && { rechecked }),
    };
    await records.revise(messageId, (posted) => (mayBeRechecked(posted) ? look : null));
    log.info({ message_id: messageId, outcome }, 'answer_rechecked');
    return { outcome, outdated };
  };
  if (!revision) {
    // Its snapshot is written once a model has found the answer wrong.
    const isWrong =
      sources.length === 0 || isCorrected(record) || (await records.snapshot(revisionId)) !== null;
    const isRight = isWrong ? false : await isStillRight(deps, record, sections);
    // What waits for the team no longer counts beside a later look.
    if (isRight !== null) outdated = await dropHeld(records, messageId);
    if (isRight !== false) return save(isRight ? 'holds' : 'unclear');
    if (!isCorrected(record) && recheck.then === 'tell_team' && config.discord.team_channel_id === null)
      return save('noted');
    revision = await answerAgain(deps, record, revisionId, generation, waitsFor ?? (await stateNow()));
  }
  return revision ? save(revision.status === 'held' ? 'held' : 'answered') : { outcome: 'gone', outdated };
}

async function dropHeld(records: GraphDeps['records'], messageId: string): Promise<readonly string[]> {
  const drafts = await records.replyRecordsWhere({ status: 'held', limit: mostHeld });
  const ids = drafts
    .map(({ messageId: id }) => id)
    .filter((id) => id !== messageId && questionIdOf(id) === messageId);
  for (const id of ids) await records.dropRevision(id);
  return ids;
}

/** By the team, whose word needs no yes of the team's. */
const isCorrected = ({ restsOn: rests }: ReplyRecord): boolean => rests?.correctedBy !== undefined;

/** The team's last words in the pair that corrects an answer, for a question that no model answers from it; null if there are none. */
async function wordsOfTeam({ library }: GraphDeps, { restsOn: rests }: ReplyRecord): Promise<string | null> {
  const entry = rests?.correctedBy === undefined ? null : await library.rawEntry(rests.correctedBy);
  if (!entry) return null;
  const after = entry.turns.findLastIndex(({ label }) => label !== 'Team') + 1;
  return teamTurns(entry.turns.slice(after)).join('\n') || null;
}

/** Those that are gone are left out. */
async function loadCited(
  { sources }: GraphDeps,
  { citations }: ReplyRecord,
  generation: number,
): Promise<readonly LoadedSource[]> {
  const ids = [...new Set(citations.map(({ sourceId }) => sourceId))];
  const loads = ids.map((id) =>
    sources.load(id, generation).catch((error: unknown) => {
      if (isFinal(error)) return null;
      throw error;
    }),
  );
  return (await Promise.all(loads)).filter((source) => source !== null);
}

/** Null if the model refuses this answer for good. */
async function isStillRight(
  deps: GraphDeps,
  record: ReplyRecord,
  answered: readonly PromptSection[],
): Promise<boolean | null> {
  // A follow-up is understood by what the gate made of it.
  const rewrittenQuestion = lastDecision(record.decisions, 'LLMGateDecision')?.rewrite_query?.trim() ?? '';
  const rewritten = { name: 'rewritten', id: null, text: rewrittenQuestion } as const;
  try {
    const { value } = await askBeside(deps, {
      decision: 'LLMVerificationResult',
      sections: [todaySection(deps), ...(rewrittenQuestion === '' ? [] : [rewritten]), ...answered],
      about: findProjectProfile(deps, { location: record }).project_introduction,
      account: { operation: 'recheck' },
      signal: stepRun().signal,
    });
    return value.is_good_enough;
  } catch (error) {
    if (failsOneInput(error)) return null;
    throw error;
  }
}

/** Null if the asker was forgotten meanwhile. */
async function answerAgain(
  deps: GraphDeps,
  record: ReplyRecord,
  revisionId: string,
  generation: number,
  missing: string,
): Promise<ReplyRecord | null> {
  const { records, config, now } = deps;
  const questionSnapshot = (await records.snapshot(record.messageId)) ?? snapshotOfRow(record);
  const snapshot = { ...questionSnapshot, id: revisionId, revises: record.messageId };
  if (!(await records.saveSnapshot(snapshot))) return null;
  const pinned = { snapshot, generation };
  const requestTime = requestTimeOf(config.ai_response);
  // The links to its files have expired long ago, and a file that is gone is left out.
  const attempt = { ...pinned, requestTime, linksRefreshed: true, operation: 'recheck' } as const;
  const answer = await attemptAnswer(deps, attempt);
  const teamSaid = await wordsOfTeam(deps, record);
  const changed = (made: ReplyRecord) => ({
    ...(teamSaid !== null && !isOfTeam(made)
      ? asTeamSaid(deps, made, record, teamSaid)
      : asCorrection(deps, made, record, missing)),
    rechecked: { at: now().toISOString(), holds: false, byTeam: isCorrected(record) },
  });
  return writeAnswer(deps, { ...pinned, ...answer, deliver: 'post', changed });
}

/** Whether an answer names something that the team said. */
const isOfTeam = ({ reason, citations }: ReplyRecord): boolean =>
  isAnswer(reason) && citations.some(({ sourceId }) => isTeamSource(sourceId));

/** What the team said stands where the answer stood. */
function asTeamSaid(
  { textsFor }: GraphDeps,
  made: ReplyRecord,
  record: ReplyRecord,
  answer: string,
): ReplyRecord {
  const { question, language } = record;
  const style = record.post?.style ?? 'reply';
  const answerPost = { style, question, texts: textsFor(language), answer, citations: [] } as const;
  const { parts } = composeAnswer({ ...answerPost, writtenBy: 'team' });
  return {
    ...made,
    answer,
    reason: 'answered',
    status: 'generated',
    post: record.post && { ...record.post, parts },
  };
}

/** The revision stands where the answer stood. The same words, a second silence and a failure plan no post, and change nothing. */
function asCorrection(
  { config, textsFor }: GraphDeps,
  made: ReplyRecord,
  record: ReplyRecord,
  missing: string,
): ReplyRecord {
  const isSilent = !isAnswer(made.reason);
  const isUnchanged = isSilent ? record.answer === null : made.answer?.trim() === record.answer?.trim();
  const sentence = textsFor(record.language).no_longer_covered;
  const parts =
    isUnchanged || made.status === 'failed' ? undefined : isSilent ? [sentence] : made.post?.parts;
  const isToConfirm = config.ai_response.recheck.then === 'tell_team' && !isCorrected(record);
  const isHeld = isToConfirm || made.status === 'held';
  return {
    ...made,
    post: parts && record.post ? { ...record.post, parts } : null,
    status: parts ? (isHeld ? 'held' : 'generated') : 'skipped',
    ...(isSilent && record.restsOn && { restsOn: { ...record.restsOn, missing } }),
  };
}
