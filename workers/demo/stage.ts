import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { createRenderer, wantsColors, type Renderer } from '../../adapters/terminal/render.ts';

/**
 * Collects events and shows them: as lines of JSON, or as text for a person. Events of an earlier session, which come while this one
 * begins, wait for `showOn`: the line of the progress would swallow them, and nobody has shown their answers.
 */
export interface Stage {
  readonly renderer: Renderer;
  /** `messageIds`: the messages that the event is about. */
  readonly report: (event: CommunityEvent, messageIds?: readonly string[]) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows the events so far, each below its messages as `messageOf` renders them, and later ones. */
  readonly showOn: (print: (line: string) => void, messageOf?: (messageId: string) => string | null) => void;
}

export function createStage({ json }: { readonly json: boolean }): Stage {
  const renderer = createRenderer({ colors: wantsColors(process.stdout) });
  const events: CommunityEvent[] = [];
  const shown = (event: CommunityEvent, withAnswer: boolean) =>
    json ? harmlessJson(event) : renderer.event(event, { withAnswer });
  const waiting: { readonly event: CommunityEvent; readonly messageIds: readonly string[] }[] = [];
  let print: ((line: string) => void) | null = null;
  return {
    renderer,
    events,
    report: (event, messageIds = []) => {
      events.push(event);
      if (print) print(shown(event, false));
      else waiting.push({ event, messageIds });
    },
    showOn: (next, messageOf = () => null) => {
      print = next;
      const shownIds = new Set<string>();
      for (const { event, messageIds } of waiting.splice(0)) {
        for (const id of messageIds) {
          const message = json || shownIds.has(id) ? null : messageOf(id);
          if (message !== null) next(message);
          shownIds.add(id);
        }
        next(shown(event, true));
      }
    },
  };
}
