import picocolors from 'picocolors';
import { countOf } from '../../domain/values/text.ts';
import type {
  CommunityEvent,
  DoneEvent,
  RegeneratedEvent,
  ReplyEvent,
  SkippedEvent,
} from '../../domain/operations/community-events.ts';
import { reasonText } from '../../domain/reply/reason-text.ts';
import { harmless, harmlessLine } from './harmless.ts';
import type { ShownMessage } from './shown-message.ts';

const maxTitleChars = 60;

/** Renders text for a terminal, without a final line break. Control characters in members' texts are replaced. */
export interface Renderer {
  message(message: ShownMessage): string;
  /** `withAnswer` is false if Steward's posts are shown as messages already. */
  event(event: CommunityEvent, options?: { readonly withAnswer?: boolean }): string;
  /** A note of the program itself. */
  note(text: string): string;
  problem(text: string): string;
}

/** True for FORCE_COLOR, and for a terminal that is not `dumb`. NO_COLOR overrides both. */
export const wantsColors = (
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => {
  if (env['NO_COLOR']) return false;
  return Boolean(env['FORCE_COLOR']) || (stream.isTTY === true && env['TERM'] !== 'dumb');
};

export function createRenderer({ colors }: { readonly colors: boolean }): Renderer {
  const paint = picocolors.createColors(colors);
  return {
    message({ channel, thread, author, repliesToSteward, text, files }) {
      const head = [
        paint.dim(`#${harmlessLine(channel)}`),
        authorText(author, paint),
        ...(repliesToSteward ? [paint.dim('to Steward')] : []),
        ...(thread ? [paint.dim(`in the thread "${harmlessLine(thread.title, maxTitleChars)}"`)] : []),
      ];
      const attached = files.map((name) => paint.dim(`  [${harmlessLine(name)}]`));
      return [head.join(' '), indented(text), ...attached].join('\n');
    },
    event: (event, { withAnswer = true } = {}) =>
      event.event === 'done' ? paint.bold(totals(event)) : eventText(event, paint, withAnswer),
    note: (text) => paint.dim(harmless(text)),
    problem: (text) => paint.yellow(harmless(text)),
  };
}

type Paint = ReturnType<typeof picocolors.createColors>;

function authorText({ kind, name }: ShownMessage['author'], { bold, cyan, green }: Paint): string {
  const title = harmlessLine(name, maxTitleChars);
  if (kind === 'steward') return bold(cyan(title));
  return kind === 'team' ? `${bold(green(title))} ${green('(team)')}` : bold(title);
}

// oxlint-disable-next-line typescript/consistent-return -- tsc proves that every case returns
function eventText(event: Exclude<CommunityEvent, DoneEvent>, paint: Paint, withAnswer: boolean): string {
  switch (event.event) {
    case 'reply': {
      const head = event.outcome === 'answered' ? 'Steward answered' : 'Steward does not know, and says so';
      const answer = withAnswer ? `${paint.cyan(head)}\n${indented(event.answer)}\n` : '';
      const why = event.outcome === 'answered' ? sourcesOf(event) : `no answer: ${reasonOf(event)}`;
      return answer + paint.dim(`  ${why}`);
    }
    case 'skipped':
      return paint.dim(
        `  ${event.fixed_text === null ? `no reply: ${reasonOf(event)}` : `fixed text: ${harmlessLine(event.reason)}`}${recordedAs(event)}`,
      );
    case 'captured':
      return event.outcome === 'integrated'
        ? paint.green(`  learned ${event.qa_id ?? ''} in team:${harmlessLine(event.topic ?? '')}.txt`)
        : paint.dim(`  nothing learned: ${event.outcome}`);
    case 'regenerated':
      return `${paint.cyan(`  library rebuilt as generation ${event.generation}:`)} ${counts(event)}`;
    case 'failed':
      return paint.red(`  failed: ${reasonOf(event)}`);
  }
}

/** In words, with the code that records and logs have. */
const reasonOf = ({ reason }: { readonly reason: string }): string =>
  reason.includes(' ') ? harmlessLine(reason) : `${reasonText(reason)} (${harmlessLine(reason)})`;

const recordedAs = ({ recorded_as }: SkippedEvent): string =>
  recorded_as === null ? '' : `, recorded as ${recorded_as}`;

const counts = (event: RegeneratedEvent): string =>
  `${countOf(event.entries, 'entry', 'entries')}, ${event.integrated} integrated, ${event.skipped} skipped, ` +
  `${event.superseded} superseded, ${countOf(event.topics, 'topic')}, ${countOf(event.model_calls, 'model call')}`;

const totals = (event: DoneEvent): string =>
  `${countOf(event.replies, 'reply', 'replies')}, ${event.skipped} skipped, ${event.captured} captured, ` +
  `${event.regenerated} regenerated, ${event.failed} failed`;

const indented = (text: string): string => harmless(text).replace(/^/gm, '  ');

/** The cited sources, or all that were read if none is cited. */
const sourcesOf = ({ citations, source_ids: ids }: ReplyEvent): string => {
  const cited = citations.map(({ source_id: id, url }) =>
    url ? `${harmlessLine(id)} (${harmlessLine(url)})` : harmlessLine(id),
  );
  const named = cited.length > 0 ? cited : ids.map((id) => harmlessLine(id));
  return named.length === 0 ? 'sources: none' : `sources: ${[...new Set(named)].join(', ')}`;
};
