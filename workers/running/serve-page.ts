import { randomUUID } from 'node:crypto';
import { pageLimits } from '../../activities/documents/source-tasks.ts';
import { pageUrlOf } from '../../config/schema/http.ts';
import type { Config } from '../../config/schema.ts';
import type { OfSteward } from '../../adapters/temporal/client/call-server.ts';
import { approveRemovals, removalsOf } from '../../adapters/temporal/runs/approve-removals.ts';
import { listWaiting } from '../../adapters/temporal/runs/captures.ts';
import type { PageParts } from '../../adapters/http/page/page-routes.ts';
import { outsideGuilds } from '../../domain/intake/ask-snapshot.ts';
import { staleSources } from '../../domain/posting/stale-sources.ts';
import { figuresOfQuestions } from '../../domain/ports/reply-records.ts';
import type { ReplyRecord } from '../../domain/reply/reply-record.ts';
import { daysBefore, usageDay } from '../../domain/values/time.ts';
import { finalError } from '../../domain/ports/errors.ts';
import { captureMasks, formPair } from '../../domain/team/form-pair.ts';
import { unconfirmedOutcome } from '../../workflows/contract/team.ts';
import { entryOfCapture, subjectOfCapture } from '../../domain/team/qa-pair.ts';
import { checkSources } from '../../interactions/check-sources.ts';
import { draftGap } from '../../interactions/gaps.ts';
import { makeKey } from '../../interactions/publishable-keys.ts';
import { enterPage, leavePage, pageSession } from '../../interactions/moderator-page.ts';
import { pageSettings } from './page-settings.ts';
import { interactionHandlersOf } from '../wiring/discord.ts';
import type { Steward } from '../wiring/open-steward.ts';

export interface Served {
  readonly config: Config;
  readonly steward: Omit<Steward, 'intake' | 'work' | 'close'>;
  /** The ids of the channels in which Steward works, with their keys in the config; null for all channels. */
  readonly listed: ReadonlyMap<string, string> | null;
}

/** The moderators' page if the config has one. It changes things through the same handlers and runs as Discord and commands. */
export function pageOf({
  config,
  steward: { client, taskQueue, pages, runs, storage, live },
  listed,
}: Served): PageParts | null {
  const url = pageUrlOf(config.http);
  if (url === null) return null;
  const { records } = storage;
  return {
    ...storage,
    listed,
    url,
    enter: (key) => enterPage(records, key, new Date()),
    session: (key) => pageSession(records, key),
    leave: (key) => leavePage(records, key),
    checkSources: () => checkSources(storage),
    async staleSources() {
      const days = config.kb.stale_after_days;
      if (days === null) return [];
      const now = new Date();
      const figuresOf = ({ citations }: ReplyRecord) => ({ citations });
      const recent = await figuresOfQuestions({ records, since: daysBefore(now, 56), figuresOf });
      return staleSources(recent, usageDay(daysBefore(now, days)));
    },
    draft: (gapId) => draftGap(storage, gapId),
    makeKey: (wanted) =>
      makeKey(
        records,
        wanted,
        live.current().kb.sources.map(({ group }) => group),
      ),
    settings: pageSettings(live, records, () => new Date()),
    handlers: interactionHandlersOf({ config, live, runs, storage, listed }).handlers,
    captures: waitingCaptures({
      client,
      storage,
      taskQueue,
      mask: captureMasks[config.kb.capture_mask],
    }),
    async readPage({ url, userId }) {
      const now = new Date();
      const place = { guildId: outsideGuilds, channelId: 'page' };
      const share = { id: randomUUID(), kind: 'requested', ...place, userId, limits: config.budget } as const;
      if (!(await records.takeShare({ ...share, now }))) return null;
      const read = await pages.read({ url, ...pageLimits(config) });
      // The request was not conditional.
      if (read.outcome === 'not_modified') throw finalError('page_status', 'The host answers 304 unasked.');
      return read;
    },
    now: () => new Date(),
  };
}

/** The captures that wait for a person, with the pair to confirm or the pairs to remove. */
export function waitingCaptures({
  mask,
  ...captures
}: OfSteward & {
  readonly storage: Steward['storage'];
  readonly mask: (text: string) => string;
}): PageParts['captures'] {
  const { client, storage } = captures;
  const toConfirm = async (workflowId: string) => {
    const id = subjectOfCapture(workflowId);
    const snapshot = await storage.records.snapshot(id);
    const formed = snapshot && formPair({ snapshot, imageSummaries: [], imagesRead: false, mask });
    const pair = formed && 'entry' in formed ? formed.entry : null;
    return { id, about: 'learn', pair, removals: [] } as const;
  };
  return {
    async waiting() {
      const rows = await listWaiting(captures);
      const entries = await storage.library.rawEntries();
      const byId = new Map(entries.map((entry) => [entry.qaId, entry]));
      const waiting = rows.map(({ workflowId, outcome }) => {
        if (outcome === unconfirmedOutcome) return toConfirm(workflowId);
        return removalsOf(client, workflowId).then((removals) => ({
          id: workflowId,
          about: 'remove' as const,
          pair: entryOfCapture(entries, subjectOfCapture(workflowId)) ?? null,
          removals: removals.flatMap((qaId) => byId.get(qaId) ?? []),
        }));
      });
      return Promise.all(waiting);
    },
    decide: ({ workflowId, approve }) => approveRemovals(client, workflowId, approve),
  };
}
