import { createHash } from 'node:crypto';
import { gapDraftButtons } from '../../domain/posting/post-buttons.ts';
import { draftOf, entriesAbout, quoteOf, type GapDraft } from '../../domain/operations/gap-draft.ts';
import { isToFill, type Gap } from '../../domain/operations/gaps.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { shortenedTo } from '../../domain/values/text.ts';
import type { DiscordDeps, LibraryDeps } from '../deps.ts';
import { postForCause } from '../posting/post-for-cause.ts';
import { maxMessageChars } from '../../domain/posting/split-message.ts';
import { inTeamChannel } from '../posting/team-post.ts';

type DraftDeps = Pick<DiscordDeps, 'records' | 'library'>;

/** A draft for a gap, made from what the team said and what stands in the live library. Null if the gap no longer exists. */
export async function draftGap(
  { records, library }: DraftDeps,
  gapId: string,
): Promise<(GapDraft & { readonly gap: Gap }) | null> {
  const gap = (await records.gaps()).find(({ id }) => id === gapId);
  if (!gap) return null;
  const topics = await library.topics(await library.liveGeneration());
  const standing = new Set(topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId)));
  const entries = (await library.rawEntries()).filter(({ qaId }) => standing.has(qaId));
  const about = entriesAbout(gap, entries);
  const origins = await Promise.all(about.map(({ qaId }) => records.pairOrigin(qaId)));
  const names = await namesIn(records, [
    ...gap.questions.map(({ messageId }) => messageId),
    ...origins.flatMap(({ snapshotId }) => snapshotId ?? []),
  ]);
  const quotes = about.map((entry, at) => quoteOf(entry, { names, link: origins[at]?.link ?? null }));
  return { gap, ...draftOf(gap, { quotes, names }) };
}

/** The names of everybody who wrote in these conversations, while they are kept. */
async function namesIn(
  records: DraftDeps['records'],
  snapshotIds: readonly string[],
): Promise<readonly string[]> {
  const snapshots = await Promise.all(snapshotIds.map((id) => records.snapshot(id)));
  const messages = snapshots.flatMap((snapshot) =>
    snapshot ? [...snapshot.batch, ...snapshot.history, ...snapshot.others] : [],
  );
  return [...new Set(messages.map(({ author }) => author.name))];
}

interface DraftRequest {
  readonly gapId: string;
}

/** Posts the draft in the team's channel, if there is one, once per gap. Runs at least once. */
export async function postGapDraft(
  deps: DiscordDeps,
  { gapId, issueUrl = null }: DraftRequest & { readonly issueUrl?: string | null },
): Promise<{ readonly posted: boolean }> {
  const draft = await draftGap(deps, gapId);
  if (!draft) return { posted: false };
  const heading = `**${draft.title}** (gap ${gapId})`;
  const link = issueUrl === null ? '' : `\n<${issueUrl}>`;
  const room = maxMessageChars - heading.length - link.length - 20;
  const hasChannel = deps.config.discord.team_channel_id !== null;
  if (hasChannel)
    await postForCause(deps, {
      cause: `gap-draft/${gapId}`,
      target: inTeamChannel(deps),
      text: `${heading}${link}\n\`\`\`md\n${shortenedTo(draft.text.trimEnd().replaceAll('```', "'''"), room)}\n\`\`\``,
      begins: heading,
      nonce: `d.${gapId}`,
      afterMessageId: snowflakeAt(new Date(draft.gap.questions[0]?.createdAt ?? 0)),
      buttons: gapDraftButtons(draft.gap, deps.texts.desk),
    });
  // If somebody has decided about the gap meanwhile, their decision stays.
  const gap = (await deps.records.gaps()).find(({ id }) => id === gapId);
  if (gap && isToFill(gap)) await deps.records.resolveGap({ gapId, resolution: 'drafted', now: deps.now() });
  return { posted: hasChannel };
}

/** Opens an issue with the draft, once per gap, if the config names a repository. Runs at least once. */
export async function openGapIssue(
  deps: Pick<LibraryDeps, 'records' | 'library' | 'issues'>,
  { gapId }: DraftRequest,
): Promise<{ readonly url: string | null }> {
  if (!deps.issues) return { url: null };
  const draft = await draftGap(deps, gapId);
  if (!draft) return { url: null };
  // The gap's id is a message's id and thus known, so the mark is secret: nobody can fake this issue.
  const secret = `${await deps.records.visitorSalt()} gap ${gapId}`;
  const { url } = await deps.issues.open({
    mark: `steward gap ${gapId} ${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`,
    title: draft.title,
    text: draft.text,
  });
  return { url };
}
