import { citeLinks, leadsNowhere } from '../../../../domain/posting/cite-links.ts';
import { findSubject } from '../../../../domain/reply/subjects.ts';
import type { RunContext } from '../run-context.ts';
import type { ReplyStateValue, ReplyUpdate } from '../state.ts';
import { linkTimeoutSeconds } from '../tools.ts';

/** Checks the links below the answer and replaces dead ones. The answer itself does not change. */
export async function citeNode({ draft, subject }: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  if (!draft || !run.config.pages.check_citations) return {};
  const citations = await citeLinks({
    citations: draft.citations,
    fallbacks: [
      findSubject(run.config.ai_response.topics, subject)?.topic_url ?? null,
      run.projectProfile.fallback_url,
    ],
    leads: async (linked) => {
      const url = linked.replace(/#.*$/u, '');
      const check = { url, timeoutSeconds: linkTimeoutSeconds, signal: run.signal };
      return !leadsNowhere(await run.pages.check(check));
    },
  });
  const changed = citations.filter(({ url }, at) => url !== draft.citations[at]?.url).length;
  if (changed > 0) run.log.info({ message_id: run.snapshot.id, links: changed }, 'links_replaced');
  return { draft: { ...draft, citations } };
}
