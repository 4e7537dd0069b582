import { countOf } from '../../domain/values/text.ts';
import type {
  CommunityEvent,
  RegeneratedEvent,
  ReplyEvent,
} from '../../domain/operations/community-events.ts';
import { reasonText } from '../../domain/reply/reason-text.ts';
import { harmless, harmlessLine } from './harmless.ts';
import type { ShownMessage } from './shown-message.ts';

const maxTitleChars = 60;

/** A message for a terminal, without a final line break. Control characters in members' texts are replaced. */
export function messageText({ channel, thread, author, repliesToSteward, text }: ShownMessage): string {
  const head = [
    `#${harmlessLine(channel)}`,
    harmlessLine(author.name, maxTitleChars),
    ...(author.kind === 'team' ? ['(team)'] : []),
    ...(repliesToSteward ? ['to Steward'] : []),
    ...(thread ? [`in the thread "${harmlessLine(thread.title, maxTitleChars)}"`] : []),
  ];
  return [head.join(' '), harmless(text).replace(/^/gmu, '  ')].join('\n');
}

/** What became of a message, for a terminal that shows Steward's posts already. */
// oxlint-disable-next-line typescript/consistent-return -- tsc proves that every case returns
export function eventText(event: CommunityEvent): string {
  switch (event.event) {
    case 'reply':
      return `  ${event.outcome === 'answered' ? sourcesOf(event) : `no answer: ${reasonOf(event)}`}`;
    case 'skipped': {
      const what =
        event.fixed_text === null
          ? `no reply: ${reasonOf(event)}`
          : `fixed text: ${harmlessLine(event.reason)}`;
      const recorded = event.recorded_as === null ? '' : `, recorded as ${event.recorded_as}`;
      const pages = event.nearest.map((title) => harmlessLine(title, maxTitleChars)).join(', ');
      return `  ${what}${recorded}${pages === '' ? '' : `; nearest pages: ${pages}`}`;
    }
    case 'captured':
      return event.outcome === 'integrated'
        ? `  learned ${event.qa_id ?? ''} in team:${harmlessLine(event.topic ?? '')}.txt`
        : `  nothing learned: ${event.outcome}`;
    case 'regenerated':
      return `  library rebuilt as generation ${event.generation}: ${counts(event)}`;
    case 'failed':
      return `  failed: ${reasonOf(event)}`;
    case 'done':
      return (
        `${countOf(event.replies, 'reply', 'replies')}, ${event.skipped} skipped, ${event.captured} captured, ` +
        `${event.regenerated} regenerated, ${event.failed} failed`
      );
  }
}

/** In words, with the code that records and logs have. */
const reasonOf = ({ reason }: { readonly reason: string }): string =>
  reason.includes(' ') ? harmlessLine(reason) : `${reasonText(reason)} (${harmlessLine(reason)})`;

const counts = (event: RegeneratedEvent): string =>
  `${countOf(event.entries, 'entry', 'entries')}, ${event.integrated} integrated, ${event.skipped} skipped, ` +
  `${event.superseded} superseded, ${countOf(event.topics, 'topic')}, ${countOf(event.model_calls, 'model call')}`;

/** The cited sources, or all that were read if none is cited. */
const sourcesOf = ({ citations, source_ids: ids }: ReplyEvent): string => {
  const cited = citations.map(({ source_id: id, url }) =>
    url ? `${harmlessLine(id)} (${harmlessLine(url)})` : harmlessLine(id),
  );
  const named = cited.length > 0 ? cited : ids.map((id) => harmlessLine(id));
  return named.length === 0 ? 'sources: none' : `sources: ${[...new Set(named)].join(', ')}`;
};
