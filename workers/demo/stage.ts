import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { eventText } from '../../adapters/terminal/render.ts';

/** Collects events and shows them: as lines of JSON, or as text for a person. */
export interface Stage {
  readonly report: (event: CommunityEvent) => void;
  readonly events: readonly CommunityEvent[];
  /** Shows later events by this instead of on standard output. */
  readonly showOn: (print: (line: string) => void) => void;
}

export function createStage({ json }: { readonly json: boolean }): Stage {
  const events: CommunityEvent[] = [];
  let print = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    events,
    report: (event) => {
      events.push(event);
      print(json ? harmlessJson(event) : eventText(event));
    },
    showOn: (next) => (print = next),
  };
}
