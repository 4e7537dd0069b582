import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { createRenderer, wantsColors, type Renderer } from '../../adapters/terminal/render.ts';

/** Collects events and shows them: as lines of JSON, or as text for a person. */
export interface Stage {
  readonly renderer: Renderer;
  readonly report: (event: CommunityEvent) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows later events with another function. */
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
