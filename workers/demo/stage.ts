import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { createRenderer, wantsColors, type Renderer } from '../../adapters/terminal/render.ts';

/** What was reported so far, and where it is shown: lines of JSON, or text for a person. */
export interface Stage {
  readonly renderer: Renderer;
  readonly report: (event: CommunityEvent) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows what comes from now on somewhere else. */
  readonly showOn: (print: (line: string) => void) => void;
}

export function createStage({ json, verbose }: { readonly json: boolean; readonly verbose: boolean }): Stage {
  const renderer = createRenderer({ colors: wantsColors(process.stdout), verbose });
  const events: CommunityEvent[] = [];
  let print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    renderer,
    events,
    report: (event) => {
      events.push(event);
      print(json ? harmlessJson(event) : renderer.event(event, { withAnswer: false }));
    },
    showOn: (next) => {
      print = next;
    },
  };
}
