import { draftOf, entriesAbout, quoteOf, type GapDraft } from '../domain/operations/gap-draft.ts';
import { gapWith, isOpenGap, type GapResolution } from '../domain/operations/gaps.ts';
import { reportedGaps } from '../domain/operations/week-report.ts';
import { gapButtons, type PostButton } from '../domain/posting/post-buttons.ts';
import { maxMessageChars } from '../domain/posting/split-message.ts';
import { shortenedTo } from '../domain/values/text.ts';
import type { HandlerDeps, Handlers, RequestOf } from './handler.ts';

/** A draft for a gap, from what the team said and what stands in the live library. Null if there is no such gap. */
export async function draftGap(
  {
    records,
    library,
  }: {
    readonly records: Pick<HandlerDeps['records'], 'gaps' | 'pairOrigin' | 'snapshot'>;
    readonly library: Pick<HandlerDeps['library'], 'liveGeneration' | 'rawEntries' | 'topics'>;
  },
  gapId: string,
): Promise<GapDraft | null> {
  const gap = gapWith(await records.gaps(), gapId);
  if (!gap) return null;
  const topics = await library.topics(await library.liveGeneration());
  const standing = new Set(topics.flatMap(({ pairs }) => pairs.map(({ qaId }) => qaId)));
  const entries = (await library.rawEntries()).filter(({ qaId }) => standing.has(qaId));
  const about = entriesAbout(gap, entries);
  const origins = await Promise.all(about.map(({ qaId }) => records.pairOrigin(qaId)));
  const snapshotIds = [
    ...gap.questions.map(({ messageId }) => messageId),
    ...origins.flatMap(({ snapshotId }) => snapshotId ?? []),
  ];
  const snapshots = await Promise.all(snapshotIds.map((id) => records.snapshot(id)));
  const messages = snapshots.flatMap((snapshot) =>
    snapshot ? [...snapshot.batch, ...snapshot.history, ...snapshot.others] : [],
  );
  // The names of everybody who wrote in these conversations, while they are kept.
  const names = [...new Set(messages.map(({ author }) => author.name))];
  const quotes = about.map((entry, at) => quoteOf(entry, { names, link: origins[at]?.link ?? null }));
  return draftOf(gap, { quotes, names });
}

export const buttonsOfGaps = async ({ records, texts }: HandlerDeps): Promise<readonly PostButton[]> =>
  gapButtons((await records.gaps()).filter(isOpenGap).slice(0, reportedGaps), texts);

const frameChars = 20;

/** What the team makes of gaps, below the weekly report and below `/steward gaps`. */
export const gapHandlers: Handlers<'gap_draft' | 'gap_dismiss' | 'gap_done'> = {
  gap_draft: async (deps, { target: gapId, actor }) => {
    if (!actor.moderatesServer) return { text: deps.texts.not_allowed };
    const draft = await draftGap(deps, gapId);
    if (!draft) return { text: deps.texts.gone };
    const text = shortenedTo(draft.text.trimEnd().replaceAll('```', "'''"), maxMessageChars - frameChars);
    return { text: `\`\`\`md\n${text}\n\`\`\`` };
  },

  gap_dismiss: (deps, request) => resolve(deps, request, 'dismissed'),

  gap_done: (deps, request) => resolve(deps, request, 'done'),
};

const said = { dismissed: 'gap_dismissed', done: 'gap_closed' } as const;

async function resolve(
  { records, texts }: HandlerDeps,
  { target: gapId, actor }: Pick<RequestOf<'gap_done'>, 'target' | 'actor'>,
  resolution: GapResolution,
) {
  if (!actor.moderatesServer) return { text: texts.not_allowed };
  const isKnown = await records.resolveGap({ gapId, resolution });
  return isKnown ? ({ text: texts[said[resolution]], isDone: true } as const) : { text: texts.gone };
}
