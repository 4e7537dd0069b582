import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { createRenderer, wantsColors, type Renderer } from '../../adapters/terminal/render.ts';

/**
 * Collects events and shows them: as lines of JSON, or as text for a person. Events of an earlier session, which come while this one
 * begins, wait for `showOn`: the line of the progress would swallow them, and nobody has shown their answers.
 */
export interface Stage {
  readonly renderer: Renderer;
  readonly report: (event: CommunityEvent) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows the events so far and later ones. */
  readonly showOn: (print: (line: string) => void) => void;
}

export function createStage({ json, verbose }: { readonly json: boolean; readonly verbose: boolean }): Stage {
  const renderer = createRenderer({ colors: wantsColors(process.stdout), verbose });
  const events: CommunityEvent[] = [];
  const shown = (event: CommunityEvent, withAnswer: boolean) =>
    json ? harmlessJson(event) : renderer.event(event, { withAnswer });
  let print: ((line: string) => void) | null = null;
  return {
    renderer,
    events,
    report: (event) => {
      events.push(event);
      print?.(shown(event, false));
    },
    showOn: (next) => {
      if (!print) for (const event of events) next(shown(event, true));
      print = next;
    },
  };
}
